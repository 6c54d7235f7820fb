package io.payonce.gateway.guard;

import java.time.Duration;
import org.apache.coyote.AbstractProcessor;
import org.apache.coyote.http11.Http11NioProtocol;

/**
 * A connector that closes connections whose request head does not come to an end. Tomcat's own time-out begins anew
 * with each byte, so that a head at one byte per second would keep its connection for hours.
 */
public final class HeadDeadline extends Http11NioProtocol {
    /** Closes what began longer ago than {@code most}. A head being parsed at this moment is left for the next time. */
    int closeSlow(Duration most) {
        var closed = 0;
        for (var connection : getEndpoint().getConnections()) {
            // A processor that stays with a connection nobody works on waits for the rest of a head, or is
            // asynchronous.
            if (connection.getCurrentProcessor() instanceof AbstractProcessor processor
                    && !processor.isAsync()
                    && !processor.isUpgrade()
                    && processor.getRequest().getStartTimeNanos() > 0
                    && System.nanoTime() - processor.getRequest().getStartTimeNanos() > most.toNanos()) {
                connection.close();
                closed++;
            }
        }
        return closed;
    }
}
