package io.grizzlythrift.connection;

import io.grizzlythrift.dispatch.CallOrigin;
import io.grizzlythrift.dispatch.QueuedBatches;
import io.grizzlythrift.dispatch.ReadBatch;
import io.grizzlythrift.frame.ThriftFrameFilter;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.log.LogLimiter;
import io.grizzlythrift.memory.MemoryHolder;
import io.grizzlythrift.message.ProcessorTable;
import io.grizzlythrift.metrics.recorder.LimitReporter;
import io.grizzlythrift.reply.ReplyQueue;
import io.grizzlythrift.strategy.CallFlow;
import io.grizzlythrift.timeout.TimeoutMonitor;
import io.grizzlythrift.tls.TlsFilter;
import java.io.EOFException;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.IOEvent;
import org.glassfish.grizzly.nio.NIOConnection;
import org.glassfish.grizzly.nio.SelectorHandler;
import org.glassfish.grizzly.nio.SelectorRunner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the server knows of one connection. */
public final class ServerConnection implements CallOrigin, ReplyQueue.Listener, MemoryHolder {
    private static final Logger LOG = LoggerFactory.getLogger(ServerConnection.class);

    private static final String STOPPING = "the server stops";

    /** So many reads, 64 KiB each, bring all that can have arrived. */
    private static final int MAX_LAST_READS = 128;

    private final Connection<?> connection;
    private final LimitReporter events;
    private final ServerLimits limits;
    private final ThriftFrameFilter frames;
    private final ReplyQueue line;
    private final CallFlow flow = new CallFlow();
    private final QueuedBatches waiting = new QueuedBatches();
    private final ReadThrottle intake;
    private final ConnectionTimeouts watch;
    private volatile ProcessorTable services = ProcessorTable.NONE;
    private volatile boolean established = true;
    private volatile boolean abandoned;

    /** Why the server ends the connection, for the log. */
    private volatile Optional<String> endReason = Optional.empty();

    private final CompletableFuture<Void> closed = new CompletableFuture<>();

    public ServerConnection(
            Connection<?> connection,
            ThriftFrameFilter frames,
            ReplyQueue line,
            ServerLimits limits,
            LimitReporter events) {
        this.connection = connection;
        this.frames = frames;
        this.line = line;
        this.events = events;
        this.limits = limits;
        intake = new ReadThrottle(connection, line, limits, events);
        watch = new ConnectionTimeouts(this, limits, System.nanoTime());
        line.setListener(this);
        line.memory().heldBy(this);
    }

    /** Says that a TLS handshake comes first. Called before the connection is known to anybody. */
    public void expectHandshake() {
        established = false;
    }

    /** Whether calls may come: at once, or after the TLS handshake. */
    public boolean isEstablished() {
        return established;
    }

    public void establish() {
        if (!established) {
            established = true;
        }
    }

    public void serve(ProcessorTable found) {
        services = found;
    }

    @Override
    public ProcessorTable services() {
        return services;
    }

    @Override
    public Connection<?> connection() {
        return connection;
    }

    @Override
    public ReplyQueue replyQueue() {
        return line;
    }

    @Override
    public CallFlow flow() {
        return flow;
    }

    @Override
    public void trackQueued(ReadBatch batch) {
        waiting.add(batch);
        if (closed.isDone()) { // before the batch was known here
            waiting.connectionClosed();
        }
    }

    /** Rejects calls that have waited for too long. Only for the thread of the {@link TimeoutMonitor}. */
    public void rejectOverdue(long now) {
        waiting.rejectOverdue(now);
    }

    public ReadThrottle intake() {
        return intake;
    }

    public ConnectionTimeouts watch() {
        return watch;
    }

    /** The number of the frame that has begun and not arrived whole, or 0. */
    long incompleteFrame() {
        return frames.incompleteFrame(connection);
    }

    /** When that frame began, to be asked after {@link #incompleteFrame()}. */
    long incompleteSince() {
        return frames.incompleteSince(connection);
    }

    @Override
    public LogLimiter terminationLog() {
        return frames.terminationLog();
    }

    @Override
    public Object peer() {
        return connection.getPeerAddress();
    }

    @Override
    public void progressed() {
        intake.afterProgress();
    }

    @Override
    public void overflowed(long waitingBytes) {
        terminate(
                LimitType.UNSENT_BYTES,
                waitingBytes + " bytes of replies wait, maxUnsentBytes is " + limits.maxUnsentBytes());
    }

    /** Ends the connection at once because a limit was reached. */
    void terminate(LimitType limit, String reason) {
        if (connection.isOpen()) {
            events.reached(limit, 1, () -> "closed " + peer() + ": " + reason);
            terminate(reason);
        }
    }

    @Override
    public void pauseReading(String reason) {
        intake.pauseForMemory(reason);
    }

    /** Called by the budget, whose account of the connection is empty now: nothing is kept for its peer any more. */
    @Override
    public void terminateForMemory(String reason) {
        try {
            terminate(LimitType.BUFFERED_BYTES, reason);
            line.close();
            // The selector would do this, when it comes to it.
            ((NIOConnection) connection).getAsyncWriteQueue().onClose(new IOException(reason));
        } catch (Throwable t) { // no memory to count or log it: replies are lost already, so the connection has to end
            abandon();
            throw t;
        }
    }

    /** Ends the connection because a limit was reached, with nothing lost. */
    void close(LimitType limit, String reason) {
        if (connection.isOpen()) {
            events.reached(limit, 1, () -> "closed " + peer() + ": " + reason);
            endReason = Optional.of(reason);
            closeAfterWrites();
        }
    }

    /** Reads no more, and ends the connection for its age once its calls are answered. */
    @SuppressWarnings("FutureReturnValueIgnored") // to close cannot fail
    void retire(String reason) {
        onSelector(() -> {
            intake.stop();
            line.whenIdle().thenRun(() -> close(LimitType.CONNECTION_AGE, reason));
        });
    }

    /**
     * Ends the connection once its calls are answered, those that have arrived and were not read included. To be called
     * when all new calls are refused: refusals leave while this reads.
     */
    @SuppressWarnings("FutureReturnValueIgnored") // to close cannot fail
    public void drain() {
        line.whenIdle()
                .thenRun(() -> onSelector(() -> {
                    readOn();
                    endReason = Optional.of(STOPPING);
                    closeAfterWrites();
                }));
    }

    /** Reads until a read brings no call. */
    private void readOn() {
        long before = -1;
        for (int read = 0; read < MAX_LAST_READS && line.accepted() != before; read++) {
            before = line.accepted();
            try {
                connection.getTransport().getIOStrategy().executeIoEvent(connection, IOEvent.READ, false);
            } catch (IOException e) {
                terminate();
            }
        }
    }

    private void onSelector(Runnable action) {
        SelectorRunner selector = ((NIOConnection) connection).getSelectorRunner();
        SelectorHandler.Task task = () -> {
            action.run();
            return true;
        };
        selector.getTransport().getSelectorHandler().enque(selector, task, null);
    }

    /** Completes when the connection is closed, by whichever side. */
    CompletableFuture<Void> whenClosed() {
        return closed;
    }

    /** Completes when the connection is closed and every call it brought has ended. */
    public CompletableFuture<Void> whenGone() {
        return closed.thenCompose(nothing -> line.whenIdle());
    }

    /** Returns true the first time only. */
    public boolean onClosed() {
        try {
            line.close();
        } catch (Throwable t) { // no memory to tell replies from calls: they go with the connection
            abandon();
        }
        boolean first = closed.complete(null);
        waiting.connectionClosed();
        return first;
    }

    @Override
    public void abandon() {
        abandoned = true;
        try {
            line.abandon();
            terminate();
        } catch (Throwable noMemoryToCloseIt) {
            // The patrol tries again.
        }
    }

    /** Whether the connection was to be ended at once. If it is open still, that has failed. */
    boolean isGivenUp() {
        return abandoned;
    }

    @Override
    public void terminate() {
        connection.terminateSilently();
    }

    @Override
    public void terminate(String reason) {
        endReason = Optional.of(reason);
        terminate();
    }

    /** Why the connection was closed, for the log: nothing that a peer wrote. Called when it is closed. */
    public String whyClosed() {
        Throwable cause = connection.getCloseReason().getCause();
        if (endReason.isPresent()) {
            return endReason.get();
        }
        if (cause instanceof EOFException) {
            return "by the peer";
        }
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }

    /** Ends the connection even if its selector is stuck in a handler: the peer sees the end of the stream. */
    public void cutOff() {
        if (connection.isOpen()) {
            terminate(STOPPING);
        }
        try {
            ((NIOConnection) connection).getChannel().close();
        } catch (IOException e) {
            LOG.debug("{} is closed", connection, e);
        }
    }

    /** Ends the connection once its write queue is empty. */
    void closeAfterWrites() {
        TlsFilter.closeNotify(connection);
        connection.closeSilently();
    }
}
