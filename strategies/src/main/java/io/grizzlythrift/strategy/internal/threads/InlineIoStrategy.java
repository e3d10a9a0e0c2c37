package io.grizzlythrift.strategy.internal.threads;

import io.grizzlythrift.strategy.spi.CallBatch;
import java.io.IOException;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.IOEvent;

/**
 * Lets a selector thread run calls that it has read, once it has finished the event in which it read them. Another thread can then
 * take the selector over meanwhile: no two threads are inside the filter chain of one connection at the same time.
 */
@SuppressWarnings("rawtypes") // Grizzly's IOStrategy takes raw connections
public final class InlineIoStrategy extends DelegatingIoStrategy {
    private final Server server;

    /** Runs the batches of a selector thread. */
    public interface Server {
        /**
         * Runs the first calls of a batch on the current thread, and submits the others.
         *
         * @param lease the lease of that thread
         */
        void serve(SelectorThread thread, SelectorLease lease, CallBatch batch);

        /** Submits a batch to other threads. */
        void submit(CallBatch batch);
    }

    /** Creates a strategy whose events are handled by the filter chain on the selector thread. */
    public InlineIoStrategy(Server server) {
        this.server = server;
    }

    /**
     * {@inheritDoc} A simulated event (one with I/O events disabled) is never followed by calls: Grizzly would leave the
     * selector's other pending tasks behind if another thread took it over.
     */
    @Override
    public boolean executeIoEvent(Connection connection, IOEvent event, boolean isIoEventEnabled) throws IOException {
        if (!isIoEventEnabled || !(Thread.currentThread() instanceof SelectorThread thread) || thread.lease() == null) {
            return delegate().executeIoEvent(connection, event, isIoEventEnabled);
        }
        SelectorLease lease = thread.lease();
        lease.setInEvent(server);
        boolean keepsSelecting = false;
        try {
            keepsSelecting = delegate().executeIoEvent(connection, event, true);
            while (!lease.isTaken()) {
                CallBatch batch = lease.nextDeferred();
                if (batch == null) {
                    break;
                }
                server.serve(thread, lease, batch);
            }
        } finally {
            if (!lease.isTaken()) {
                lease.setInEvent(null);
                submitDeferred(lease);
            }
        }
        return keepsSelecting && !lease.isTaken();
    }

    /** Submits the batches that remain after a failure. */
    private void submitDeferred(SelectorLease lease) {
        for (CallBatch batch = lease.nextDeferred(); batch != null; batch = lease.nextDeferred()) {
            server.submit(batch);
        }
    }
}
