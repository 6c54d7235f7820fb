package io.payonce.gateway.guard;

import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;

/**
 * Closes the connection of a request whose body nobody wants. Tomcat would read on, to be able to use the connection
 * again, and at one byte per second that takes hours.
 */
final class CutOffValve extends ValveBase {
    private static final String CUT_OFF = CutOffValve.class.getName();

    CutOffValve() {
        super(true);
    }

    static void cutOff(ServletRequest request) {
        request.setAttribute(CUT_OFF, true);
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        getNext().invoke(request, response);
        if (request.getAttribute(CUT_OFF) != null) {
            request.getCoyoteRequest().action(ActionCode.DISABLE_SWALLOW_INPUT, null);
        }
    }
}
