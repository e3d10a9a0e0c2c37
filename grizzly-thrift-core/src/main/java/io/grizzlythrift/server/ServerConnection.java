package io.grizzlythrift.server;

import io.grizzlythrift.frame.ThriftFrameFilter;
import java.util.concurrent.CompletableFuture;
import org.glassfish.grizzly.nio.NIOConnection;
import org.glassfish.grizzly.nio.NIOTransport;
import org.glassfish.grizzly.nio.SelectorHandler;

/** What the server knows of one connection. */
final class ServerConnection implements ReplyLine.Listener {
    private final NIOConnection connection;
    private final LimitEvents events;
    private final ServerLimits limits;
    private final ThriftFrameFilter frames;
    private final ReplyLine line;
    private final Intake intake;
    private final ConnectionWatch watch;
    private volatile Services services = Services.NONE;
    private final CompletableFuture<Void> closed = new CompletableFuture<>();

    ServerConnection(
            NIOConnection connection,
            ThriftFrameFilter frames,
            ReplyLine line,
            ServerLimits limits,
            LimitEvents events) {
        this.connection = connection;
        this.frames = frames;
        this.line = line;
        this.events = events;
        this.limits = limits;
        intake = new Intake(connection, line, limits, events);
        watch = new ConnectionWatch(this, limits, System.nanoTime());
        line.tell(this);
    }

    void serve(Services found) {
        services = found;
    }

    Services services() {
        return services;
    }

    NIOConnection connection() {
        return connection;
    }

    ReplyLine line() {
        return line;
    }

    Intake intake() {
        return intake;
    }

    ConnectionWatch watch() {
        return watch;
    }

    /** The number of the frame that has begun and not arrived whole, or 0. */
    long incompleteFrame() {
        return frames.incompleteFrame(connection);
    }

    /** Whether calls may come: not before the end of a handshake. */
    boolean isEstablished() {
        return true;
    }

    Object peer() {
        return connection.getPeerAddress();
    }

    @Override
    public void progressed() {
        intake.afterProgress();
    }

    @Override
    public void overflowed(long waitingBytes) {
        terminate(
                ServerLimit.UNSENT_BYTES,
                waitingBytes + " bytes of replies wait, maxUnsentBytes is " + limits.maxUnsentBytes());
    }

    /** Ends the connection at once because a limit was reached. */
    void terminate(ServerLimit limit, String reason) {
        if (connection.isOpen()) {
            events.reached(limit, 1, () -> "closed " + peer() + ": " + reason);
            terminate();
        }
    }

    /** Ends the connection because a limit was reached, with nothing lost. */
    void close(ServerLimit limit, String reason) {
        if (connection.isOpen()) {
            events.reached(limit, 1, () -> "closed " + peer() + ": " + reason);
            closeAfterWrites();
        }
    }

    /** Reads no more, and ends the connection for its age once its calls are answered. */
    @SuppressWarnings("FutureReturnValueIgnored") // to close cannot fail
    void retire(String reason) {
        SelectorHandler.Task task = () -> {
            intake.stop();
            line.whenIdle().thenRun(() -> close(ServerLimit.CONNECTION_AGE, reason));
            return true;
        };
        ((NIOTransport) connection.getTransport())
                .getSelectorHandler()
                .execute(connection.getSelectorRunner(), task, null);
    }

    /** Completes when the connection is closed, by whichever side. */
    CompletableFuture<Void> whenClosed() {
        return closed;
    }

    /** Returns true the first time only. */
    boolean onClosed() {
        line.close();
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
