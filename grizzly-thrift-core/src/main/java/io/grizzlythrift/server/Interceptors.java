package io.grizzlythrift.server;

import io.grizzlythrift.frame.LogLimiter;
import java.util.List;
import org.apache.thrift.TApplicationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The interceptors of a server. */
final class Interceptors {
    private static final Logger LOG = LoggerFactory.getLogger(ThriftServer.class);

    private final LogLimiter failureLog = new LogLimiter(System::nanoTime);
    private final CallInterceptor[] all;

    Interceptors(List<CallInterceptor> all) {
        this.all = all.toArray(CallInterceptor[]::new);
    }

    boolean isEmpty() {
        return all.length == 0;
    }

    /**
     * Has each interceptor begin, until one refuses.
     *
     * @param arrival when the call was read, as {@link System#nanoTime()}
     */
    Interception begin(CallContext call, long arrival) {
        CallEnding[] endings = new CallEnding[all.length];
        int begun = 0;
        TApplicationException refusal = null;
        long begin = System.nanoTime();
        while (begun < all.length && refusal == null) {
            try {
                CallEnding ending = all[begun].begin(call);
                endings[begun++] = ending == null ? CallEnding.IGNORED : ending;
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
