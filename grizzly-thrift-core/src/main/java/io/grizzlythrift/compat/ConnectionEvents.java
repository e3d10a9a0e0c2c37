package io.grizzlythrift.compat;

import io.grizzlythrift.log.LogLimiter;
import java.net.SocketAddress;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.server.ServerContext;
import org.apache.thrift.server.TServerEventHandler;
import org.apache.thrift.transport.TTransport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the event handler of a {@link TGrizzlyServer} is told about one connection. */
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
     * Asks for the context of a new connection.
     *
     * @throws IllegalStateException if the handler throws: without its context a connection is not served
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

    /** A call is about to run on this thread. It does not run if the handler throws: who it is for is not known then. */
    void beforeCall() throws TApplicationException {
        TTransport transport = input.getTransport();
        try {
            handler.processContext(context, transport, transport);
        } catch (RuntimeException | Error e) {
            logFailure(failures, "processContext", e);
            throw new TApplicationException(
                    TApplicationException.INTERNAL_ERROR, "Internal error: the call was not run");
        }
    }

    /** The connection is gone and its calls have ended. Tells the handler the first time only. */
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
