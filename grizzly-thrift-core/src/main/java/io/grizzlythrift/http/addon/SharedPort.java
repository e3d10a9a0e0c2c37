package io.grizzlythrift.http.addon;

import io.grizzlythrift.server.ThriftListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.http.HttpCodecFilter;
import org.glassfish.grizzly.portunif.PUContext;
import org.glassfish.grizzly.portunif.PUFilter;
import org.glassfish.grizzly.portunif.ProtocolFinder;
import org.glassfish.grizzly.utils.IdleTimeoutFilter;

/** The port of HTTP with Thrift on it. Loaded only if the application shares the port. */
final class SharedPort {
    private SharedPort() {}

    /** Puts the choice below HTTP in the chain of a network listener, which gets all connections that are not Thrift. */
    static void add(FilterChainBuilder http, ThriftListener listener) {
        PUFilter choice = new PUFilter(false);
        ProtocolFinder thrift = new ThriftProtocolFinder(listener);
        int idle = http.indexOfType(IdleTimeoutFilter.class);
        choice.register(
                idle < 0 ? thrift : new ExemptFromIdleTimeout(thrift, (IdleTimeoutFilter) http.get(idle)),
                choice.getPUFilterChainBuilder().addAll(listener.filters()).build());
        http.add(http.indexOfType(HttpCodecFilter.class), choice);
    }

    /**
     * Exempts connections of Thrift from the idle timeout of HTTP, which has begun when they were accepted. It knows nothing of
     * their reads, nor of calls that run.
     */
    private record ExemptFromIdleTimeout(ProtocolFinder thrift, IdleTimeoutFilter http) implements ProtocolFinder {
        @Override
        public Result find(PUContext ports, FilterChainContext context) {
            Result result = thrift.find(ports, context);
            if (result == Result.FOUND) {
                // facts.md#the-idle-timeout-of-http-begins-at-the-accept
                IdleTimeoutFilter.setCustomTimeout(context.getConnection(), -1, TimeUnit.MILLISECONDS);
                applyTimeout(context);
            }
            return result;
        }

        /** The timeout that was set counts from the end of the next event that the filter sees. */
        private void applyTimeout(FilterChainContext context) {
            try {
                http.handleRead(context);
            } catch (IOException e) {
                throw new UncheckedIOException(e); // it only declares this
            }
        }
    }
}
