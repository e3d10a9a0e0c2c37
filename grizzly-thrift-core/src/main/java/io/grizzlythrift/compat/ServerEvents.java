package io.grizzlythrift.compat;

import io.grizzlythrift.strategy.internal.util.LogLimiter;
import java.time.Duration;
import org.apache.thrift.TProcessorFactory;
import org.apache.thrift.server.TServerEventHandler;
import org.jspecify.annotations.Nullable;

/**
 * The processor factory of a {@link TGrizzlyServer}. It is called once per connection, creates the connection's context
 * with the server's event handler, and wraps the processor so that the handler is called before each call. Subclasses
 * decide on which threads.
 */
abstract class ServerEvents extends TProcessorFactory {
    private final LogLimiter failures = new LogLimiter(System::nanoTime);

    /** The event handler, or null. */
    private volatile @Nullable TServerEventHandler handler;

    ServerEvents() {
        super(null);
    }

    /** Sets the event handler for connections that are accepted from now on. */
    final void setHandler(@Nullable TServerEventHandler eventHandler) {
        handler = eventHandler;
    }

    /** {@return the event handler for a new connection, or null} */
    final @Nullable TServerEventHandler handler() {
        return handler;
    }

    /** {@return limits the log of failures of event handlers} */
    final LogLimiter failures() {
        return failures;
    }

    /** Calls {@code preServe}. */
    final void serverStarting() {
        TServerEventHandler current = handler;
        if (current != null) {
            try {
                current.preServe();
            } catch (RuntimeException | Error e) {
                ConnectionEvents.logFailure(failures, "preServe", e);
            }
        }
    }

    /**
     * Called after the server has stopped.
     *
     * @param patience how long to wait for contexts that other threads delete; zero or less not to wait
     */
    abstract void serverStopped(Duration patience);
}
