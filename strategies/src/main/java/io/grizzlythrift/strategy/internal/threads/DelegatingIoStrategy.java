package io.grizzlythrift.strategy.internal.threads;

import java.util.concurrent.Executor;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.IOEvent;
import org.glassfish.grizzly.IOStrategy;
import org.glassfish.grizzly.Transport;
import org.glassfish.grizzly.strategies.AbstractIOStrategy;
import org.glassfish.grizzly.strategies.SameThreadIOStrategy;
import org.glassfish.grizzly.threadpool.ThreadPoolConfig;

/**
 * An I/O strategy that adds to how another one handles events on the selector thread. A server may replace that one before its
 * transport starts.
 */
@SuppressWarnings("rawtypes") // as declared by Grizzly
public abstract class DelegatingIoStrategy extends AbstractIOStrategy {
    private IOStrategy delegate = SameThreadIOStrategy.getInstance();

    /** Creates a strategy that runs the filter chain on the selector thread. */
    protected DelegatingIoStrategy() {
        // see the fields
    }

    /** Sets what handles events. It must do so on the selector thread. */
    public final void delegateTo(IOStrategy handling) {
        delegate = handling;
    }

    /** {@return what handles events} */
    protected final IOStrategy delegate() {
        return delegate;
    }

    @Override
    public final Executor getThreadPoolFor(Connection connection, IOEvent event) {
        return delegate.getThreadPoolFor(connection, event);
    }

    @Override
    public final ThreadPoolConfig createDefaultWorkerPoolConfig(Transport transport) {
        return delegate.createDefaultWorkerPoolConfig(transport);
    }
}
