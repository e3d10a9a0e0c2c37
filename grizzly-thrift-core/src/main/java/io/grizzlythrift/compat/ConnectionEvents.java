package io.grizzlythrift.compat;

import io.grizzlythrift.strategy.internal.util.LogLimiter;
import java.net.SocketAddress;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.server.ServerContext;
import org.apache.thrift.server.TServerEventHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls the event handler of a {@link TGrizzlyServer} for one connection. */
final class ConnectionEvents {
    private static final Logger LOG = LoggerFactory.getLogger(TGrizzlyServer.class);

    private final TServerEventHandler handler;
    private final TProtocol input;
    private final TProtocol output;
    private final ServerContext context;
    private final LogLimiter failures;
    private boolean deleted;

    private ConnectionEvents(
            TServerEventHandler handler,
            TProtocol input,
            TProtocol output,
            ServerContext context,
            LogLimiter failures) {
        this.handler = handler;
        this.input = input;
        this.output = output;
        this.context = context;
        this.failures = failures;
    }

    /**
     * Creates the context of a new connection.
     *
     * @throws IllegalStateException if the handler throws; a connection without a context is not served
     */
    static ConnectionEvents create(
            TServerEventHandler handler, TProtocol input, TProtocol output, SocketAddress peer, LogLimiter failures) {
        try {
            ServerContext context = handler.createContext(input, output);
            if (context != null) {
                context.setRemoteAddress(peer);
            }
            return new ConnectionEvents(handler, input, output, context, failures);
        } catch (RuntimeException | Error e) {
            throw new IllegalStateException("createContext of the server's event handler failed", e);
        }
    }

    /** Calls {@code processContext} before a call, on its thread. If the handler throws, the call does not run. */
    void beforeCall() throws TApplicationException {
        try {
            handler.processContext(context, input.getTransport(), output.getTransport());
        } catch (RuntimeException | Error e) {
            logFailure(failures, "processContext", e);
            throw new TApplicationException(
                    TApplicationException.INTERNAL_ERROR, "Internal error: the call was not run");
        }
    }

    /** Calls {@code deleteContext} once, after the connection has closed and its calls have ended. */
    synchronized void deleteContext() {
        if (deleted) {
            return;
        }
        deleted = true;
        try {
            handler.deleteContext(context, input, output);
        } catch (RuntimeException | Error e) {
            logFailure(failures, "deleteContext", e);
        }
    }

    static void logFailure(LogLimiter failures, String event, Throwable cause) {
        failures.log(suppressed ->
                LOG.error("{} of the server's event handler failed{}", event, LogLimiter.suffix(suppressed), cause));
    }
}
