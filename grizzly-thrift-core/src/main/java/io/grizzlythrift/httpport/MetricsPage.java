package io.grizzlythrift.httpport;

import io.grizzlythrift.log.LogLimiter;
import io.grizzlythrift.strategy.spi.CallBatch;
import io.grizzlythrift.strategy.spi.CallFlow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request for the metrics. A strategy runs it like a call, because gauges of the application may be slow and must
 * not block a thread that reads.
 */
final class MetricsPage implements CallBatch {
    private static final Logger LOG = LoggerFactory.getLogger(MetricsPage.class);

    private final HttpConnection http;
    private final long number;
    private final String method;
    private final Supplier<String> text;
    private final LogLimiter failureLog;
    private final Runnable onEnd;
    private final AtomicBoolean claimed = new AtomicBoolean();

    MetricsPage(
            HttpConnection http,
            long number,
            String method,
            Supplier<String> text,
            LogLimiter failureLog,
            Runnable onEnd) {
        this.http = http;
        this.number = number;
        this.method = method;
        this.text = text;
        this.failureLog = failureLog;
        this.onEnd = onEnd;
    }

    @Override
    public CallFlow flow() {
        return http.connection().flow();
    }

    @Override
    public int claim() {
        return claimed.compareAndSet(false, true) ? 0 : NONE;
    }

    @Override
    public int unclaimed() {
        return claimed.get() ? 0 : 1;
    }

    @Override
    public void run(int call) {
        try {
            if (http.connection().connection().isOpen()) {
                http.send(number, method, content());
            } else {
                http.send(number, method, Responses.text(Responses.SERVICE_UNAVAILABLE, "")); // the peer is gone
            }
        } finally {
            onEnd.run();
        }
    }

    private Responses.Content content() {
        try {
            return Responses.text(Responses.OK, Responses.METRICS, "", text.get());
        } catch (Throwable t) { // thrown by gauges of the application
            failureLog.log(suppressed -> LOG.error("the metrics cannot be read{}", LogLimiter.suffix(suppressed), t));
            return Responses.text(Responses.INTERNAL_SERVER_ERROR, "the metrics cannot be read\n");
        }
    }

    @Override
    public void flush() {
        // Sent as soon as it is complete.
    }

    @Override
    public void flushLater() {
        // Sent as soon as it is complete.
    }

    @Override
    public void reject(String reason) {
        if (claim() != NONE) {
            try {
                http.send(number, method, Responses.text(Responses.SERVICE_UNAVAILABLE, reason + "\n"));
            } finally {
                onEnd.run();
            }
        }
    }
}
