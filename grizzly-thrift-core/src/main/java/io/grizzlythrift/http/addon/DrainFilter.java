package io.grizzlythrift.http.addon;

import io.grizzlythrift.server.ListenerOptions;
import io.grizzlythrift.server.ThriftListener;
import java.time.Duration;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.FilterChainEvent;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.filterchain.ShutdownEvent;

/**
 * Drains a Thrift listener when the network listener, in whose chain this filter is, shuts down. The network listener has
 * closed the sockets by then. It runs the tasks of all filters at the same time, waits for them, and then stops the transport.
 */
final class DrainFilter extends BaseFilter {
    /** The part of the grace that is left to stop in time: Grizzly forgets to report the end if a task takes longer. */
    private static final int RESERVE_PART = 4;

    private static final Duration MAX_RESERVE = Duration.ofSeconds(1);

    /** The listener may wait this long for a handler that ignores its interrupt. */
    private static final Duration MIN_RESERVE = Duration.ofMillis(600);

    private final ThriftListener listener;

    DrainFilter(ThriftListener listener) {
        this.listener = listener;
    }

    @Override
    public NextAction handleEvent(FilterChainContext context, FilterChainEvent event) {
        if (event instanceof ShutdownEvent shutdown) {
            Duration grace = graceOf(shutdown);
            shutdown.addShutdownTask(() -> {
                listener.shutdown(grace);
                return this;
            });
        }
        return context.getInvokeAction();
    }

    /** Returns the grace of the listener if the network listener has no limit. */
    private Duration graceOf(ShutdownEvent shutdown) {
        if (shutdown.getGracePeriod() < 0) {
            return listener.config().shutdownGrace();
        }
        // facts.md#httpservershutdown-expects-its-tasks-to-end-in-time
        Duration whole =
                Duration.of(shutdown.getGracePeriod(), shutdown.getTimeUnit().toChronoUnit());
        Duration part = whole.dividedBy(RESERVE_PART);
        Duration reserve =
                part.compareTo(MAX_RESERVE) > 0 ? MAX_RESERVE : part.compareTo(MIN_RESERVE) < 0 ? MIN_RESERVE : part;
        Duration grace = whole.minus(reserve).minus(listener.config().drainDelay());
        if (grace.isNegative()) { // without a grace, there is no delay
            return Duration.ZERO;
        }
        return grace.compareTo(ListenerOptions.MAX_GRACE) < 0 ? grace : ListenerOptions.MAX_GRACE;
    }
}
