package io.payonce.gateway.guard;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A request whose body is in memory, so that it can be read again, and whose headers are the ones passed on. */
public final class EdgeRequest extends HttpServletRequestWrapper {
    /**
     * The key, what only the edge may say, and what belongs to the client's connection and not to ours. A Connection
     * header could otherwise name X-Payonce-Client as one to remove on the way.
     */
    private static final Set<String> KEPT_BACK = Set.of(
            "authorization",
            "x-payonce-client",
            "connection",
            "keep-alive",
            "proxy-connection",
            "proxy-authorization",
            "te",
            "trailer",
            "transfer-encoding",
            "content-length",
            "upgrade",
            "expect");

    private final byte[] body;
    private final Map<String, String> ours = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    EdgeRequest(HttpServletRequest request, byte[] body) {
        super(request);
        this.body = body;
        if (body.length > 0) {
            ours.put("Content-Length", Integer.toString(body.length));
        }
    }

    void set(String header, String value) {
        ours.put(header, value);
    }

    /** The raw body, as it arrived. */
    public byte[] body() {
        return body;
    }

    @Override
    public @Nullable String getHeader(String name) {
        var values = getHeaders(name);
        return values.hasMoreElements() ? values.nextElement() : null;
    }

    @Override
    public Enumeration<String> getHeaders(String name) {
        var own = ours.get(name);
        if (own != null) {
            return Collections.enumeration(List.of(own));
        }
        return isKeptBack(name) ? Collections.emptyEnumeration() : super.getHeaders(name);
    }

    @Override
    public Enumeration<String> getHeaderNames() {
        var names = new ArrayList<>(ours.keySet());
        for (var name : Collections.list(super.getHeaderNames())) {
            if (!isKeptBack(name) && !ours.containsKey(name)) {
                names.add(name);
            }
        }
        return Collections.enumeration(names);
    }

    private static boolean isKeptBack(String name) {
        return KEPT_BACK.contains(name.toLowerCase(Locale.ROOT));
    }

    @Override
    public int getContentLength() {
        return body.length;
    }

    @Override
    public long getContentLengthLong() {
        return body.length;
    }

    @Override
    public ServletInputStream getInputStream() {
        var in = new ByteArrayInputStream(body);
        return new ServletInputStream() {
            @Override
            public int read() {
                return in.read();
            }

            @Override
            public int read(byte[] buffer, int offset, int length) {
                return in.read(buffer, offset, length);
            }

            @Override
            public boolean isFinished() {
                return in.available() == 0;
            }

            @Override
            public boolean isReady() {
                return true;
            }

            @Override
            public void setReadListener(ReadListener listener) {
                throw new IllegalStateException("the body is read already");
            }
        };
    }
}
