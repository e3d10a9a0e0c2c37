package io.grizzlythrift.server;

import io.grizzlythrift.frame.LogLimiter;
import java.util.List;
import java.util.Objects;
import org.apache.thrift.TApplicationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The interceptors of a server. */
final class Interceptors {
    private static final Logger LOG = LoggerFactory.getLogger(ThriftServer.class);

    private final LogLimiter failureLog = new LogLimiter(System::nanoTime);
    private final CallInterceptor[] all;
    private volatile boolean timed;

    Interceptors(List<CallInterceptor> all) {
        this.all = all.toArray(CallInterceptor[]::new);
    }

    boolean isEmpty() {
        return all.length == 0;
    }

    /** Whether any of them wants to know how long calls take. */
    boolean areTimed() {
        return timed;
    }

    void timeFromNowOn() {
        timed = true;
    }

    /**
     * Has each interceptor begin, until one refuses.
     *
     * @param arrival when the call was read, as {@link System#nanoTime()}
     * @param begin when it begins, on the same clock
     */
    Interception begin(CallContext call, long arrival, long begin) {
        CallEnding[] endings = new CallEnding[all.length];
        int begun = 0;
        TApplicationException refusal = null;
        while (begun < all.length && refusal == null) {
            try {
                endings[begun] = Objects.requireNonNull(all[begun].begin(call), "no CallEnding");
                begun++;
            } catch (TApplicationException e) {
                refusal = e;
            } catch (Throwable t) {
                failed(t);
                refusal = new TApplicationException(
                        TApplicationException.INTERNAL_ERROR, "Internal error processing " + call.method());
            }
        }
        return new Interception(this, call, endings, begun, refusal, arrival, begin);
    }

    void failed(Throwable thrown) {
        failureLog.log(suppressed -> LOG.error("an interceptor failed{}", LogLimiter.suffix(suppressed), thrown));
    }
}
