package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.call.ServerInterceptor;
import io.grizzlythrift.strategy.internal.util.LogLimiter;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The interceptors of a server, in their order. Immutable, except that it records whether a listener has requested the
 * time of a call. Thread-safe.
 */
final class InterceptorChain {
    private static final Logger LOG = LoggerFactory.getLogger(InterceptorChain.class);

    private final LogLimiter failureLog = new LogLimiter(System::nanoTime);
    private final ServerInterceptor[] all;
    private final boolean readsArgumentHeaders;
    private volatile boolean timed;

    public InterceptorChain(List<ServerInterceptor> all) {
        this.all = all.toArray(ServerInterceptor[]::new);
        readsArgumentHeaders = all.stream().anyMatch(ServerInterceptor::readsArgumentHeaders);
    }

    public boolean isEmpty() {
        return all.length == 0;
    }

    /** {@return whether an interceptor sees the next call} */
    public boolean isEnabled() {
        for (ServerInterceptor interceptor : all) {
            if (interceptor.isEnabled()) {
                return true;
            }
        }
        return false;
    }

    /** {@return whether an interceptor sees the next call even if it has no headers} */
    public boolean needsCallsWithoutHeaders() {
        for (ServerInterceptor interceptor : all) {
            if (interceptor.isEnabled() && interceptor.needsCallsWithoutHeaders()) {
                return true;
            }
        }
        return false;
    }

    /** {@return whether an interceptor sees the next call even if the server rejects it} */
    public boolean needsRejectedCalls() {
        for (ServerInterceptor interceptor : all) {
            if (interceptor.isEnabled() && interceptor.needsRejectedCalls()) {
                return true;
            }
        }
        return false;
    }

    /** {@return whether an interceptor needs the headers that calls carry in an argument field} */
    public boolean readsArgumentHeaders() {
        return readsArgumentHeaders;
    }

    int size() {
        return all.length;
    }

    ServerInterceptor get(int index) {
        return all[index];
    }

    /**
     * {@return whether a listener has requested the time of a call, so that the clock must be read at the end of each}
     */
    public boolean areTimed() {
        return timed;
    }

    void requireTimes() {
        timed = true;
    }

    void failed(Throwable thrown) {
        failureLog.log(suppressed -> LOG.error("an interceptor failed{}", LogLimiter.suffix(suppressed), thrown));
    }
}
