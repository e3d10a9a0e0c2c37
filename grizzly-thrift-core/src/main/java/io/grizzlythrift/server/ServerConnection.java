package io.grizzlythrift.server;

import java.util.concurrent.CompletableFuture;
import org.glassfish.grizzly.Connection;

/** What the server knows of one connection. */
final class ServerConnection {
    private final Connection<?> connection;
    private final ReplyLine line;
    private volatile Services services = Services.NONE;
    private final CompletableFuture<Void> closed = new CompletableFuture<>();

    ServerConnection(Connection<?> connection, ReplyLine line) {
        this.connection = connection;
        this.line = line;
    }

    void serve(Services found) {
        services = found;
    }

    Services services() {
        return services;
    }

    ReplyLine line() {
        return line;
    }

    Object peer() {
        return connection.getPeerAddress();
    }

    /** Completes when the connection is closed, by whichever side. */
    CompletableFuture<Void> whenClosed() {
        return closed;
    }

    /** Returns true the first time only. */
    boolean onClosed() {
        return closed.complete(null);
    }

    /** Ends the connection at once, and no longer waits for its calls: some cannot be answered. */
    void giveUp() {
        line.giveUp();
        terminate();
    }

    /** Ends the connection at once; what waits to be written is lost. */
    void terminate() {
        connection.terminateSilently();
    }

    /** Ends the connection once its write queue is empty. */
    void closeAfterWrites() {
        connection.closeSilently();
    }
}
