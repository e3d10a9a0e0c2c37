package io.grizzlythrift.client.internal.connection;

import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.internal.call.CallCodec;
import io.grizzlythrift.client.internal.call.CallConnection;
import io.grizzlythrift.client.internal.call.InFlightTable;
import io.grizzlythrift.client.internal.call.PendingCall;
import io.grizzlythrift.client.internal.call.ReplyReader;
import io.grizzlythrift.client.internal.call.WriteQueue;
import io.grizzlythrift.client.internal.io.ClientThread;
import io.grizzlythrift.client.internal.io.ConnectionListener;
import io.grizzlythrift.client.internal.sasl.SaslFailure;
import io.grizzlythrift.internal.frame.FrameBatch;
import io.grizzlythrift.strategy.internal.threads.EarlyInitialization;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.glassfish.grizzly.CloseReason;
import org.glassfish.grizzly.nio.SelectorRunner;
import org.glassfish.grizzly.nio.transport.TCPNIOConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection of the pool, from the decision to connect until its end. It takes calls once it is open. Thread-safe, except
 * for methods that name their thread.
 *
 * <pre>
 *   take, send --> {@link ConnectionCalls} --> {@link WriteQueue} --> socket
 *                        ^                                    |
 *                        +-- {@link ReplyDispatcher} --- {@link ReplyReader}
 * </pre>
 *
 * <p>No call outlives the connection: {@link #send} queues the call and then reads whether the connection has ended, while the
 * thread that ends the connection writes that and then visits all registered calls. So at least one of them ends the call; if
 * both try, the state of the call lets only one of them succeed.
 */
public final class PooledConnection implements CallConnection, ConnectionListener, ReplyReader.Listener {
    /** Stalled connections are looked for at least once a second while there are calls. */
    private static final long MAX_CHECK_GAP_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final Logger LOG = LoggerFactory.getLogger(PooledConnection.class);

    static {
        EarlyInitialization.of(EndReason.class, FailedCalls.class, ConnectionEnd.class);
    }

    private final ClientContext context;
    private final ConnectedEndpoint endpoint;
    private final CallEncoder encoder;
    private final ConnectionCalls calls;
    private final InFlightTable table;
    private final WriteQueue writeQueue;
    private final ReplyReader reader;
    private final ReplyDispatcher replies;
    private final ConnectionEnd end;
    private final long begunAt;
    private volatile long openedAt;
    private volatile TCPNIOConnection socket;

    /** The number of reads. Written by the thread that reads, one at a time. */
    private final AtomicInteger reads = new AtomicInteger();

    // For the timer thread only.
    private final QuietTime idle = new QuietTime(Long.MAX_VALUE);
    private final QuietTime stalled = new QuietTime(MAX_CHECK_GAP_NANOS);

    /** Creates a connection that is yet to be opened. */
    public PooledConnection(ClientContext context, ConnectedEndpoint endpoint) {
        this.context = context;
        this.endpoint = endpoint;
        calls = new ConnectionCalls(this, context, endpoint);
        encoder = new CallEncoder(context, calls);
        table = calls.table();
        writeQueue = calls.writeQueue();
        reader = new ReplyReader(table, context.threads().timers(), context.clock(), this);
        replies = new ReplyDispatcher(this, context, calls, endpoint, reader);
        end = new ConnectionEnd(this, context, endpoint, calls, reader);
        begunAt = context.now();
    }

    @Override
    public String endpoint() {
        return endpoint.name();
    }

    ConnectionCalls calls() {
        return calls;
    }

    /** {@return the endpoint of this connection} */
    public ConnectedEndpoint owner() {
        return endpoint;
    }

    // ---- as the pool sees it

    /** {@return the number of calls that are waiting, in flight, or abandoned without a reply; huge once it has retired} */
    public int load() {
        return table.size();
    }

    /** {@return the number of calls that were sent and have no reply, including abandoned ones} */
    public int inFlight() {
        return writeQueue.awaitingReply();
    }

    /** {@return the number of calls that it took and that have not been sent yet} */
    public int waiting() {
        return Math.max(0, table.takenSlots() - writeQueue.awaitingReply());
    }

    /** {@return whether the connection could take a call now} */
    public boolean hasRoomFor(PendingCall call) {
        return calls.hasRoomFor(call);
    }

    /** {@return whether replies to further calls may have to wait for a slow call} */
    public boolean isBlocked() {
        return calls.headOfLine().isBlocked();
    }

    /** Looks for a slow call. Runs on the timer thread. */
    public void checkHeadOfLine() {
        calls.headOfLine().check(reads.get(), writeQueue.awaitingReply());
    }

    /**
     * Returns whether the connection has held abandoned calls for this time without receiving a byte. It then holds no call
     * whose timeout is longer than this silence; others may come and be abandoned meanwhile. Must be called periodically on the
     * timer thread.
     */
    public boolean isStalled(long nanos) {
        long quiet = stalled.nanos(calls.awaitingLateReply() > 0, reads.get(), context.now());
        return quiet >= nanos && !calls.mayTakeLonger(quiet);
    }

    /** Returns whether it had no calls and received no byte for this time. Must be called periodically on the timer thread. */
    public boolean isIdle(long nanos) {
        return idle.nanos(table.size() == 0, reads.get(), context.now()) >= nanos;
    }

    /** {@return whether a reply ever arrived} */
    public boolean isProven() {
        return replies.isProven();
    }

    /** {@return whether the connection takes no further calls} */
    public boolean isRetiring() {
        return end.isRetiring();
    }

    /** {@return whether the connection has ended} */
    public boolean isClosed() {
        return end.reason() != null;
    }

    /** {@return whether it was not opened because authentication failed} */
    public boolean isUnauthenticated() {
        return isClosed() && end.reason().cause() == FailureCause.AUTHENTICATION_FAILED;
    }

    /** {@return how long the connection took to open, in nanoseconds, including any TLS handshake} */
    public long connectNanos() {
        return openedAt - begunAt;
    }

    /** {@return how long the connection has been open, in nanoseconds} */
    public long ageNanos() {
        return context.now() - openedAt;
    }

    // ---- calls

    /**
     * Takes a call if the connection has room for it and has not ended. The call is then registered, and must be passed to
     * {@link #send} or ended. Returns whether the call was taken.
     */
    public boolean take(PendingCall call) {
        if (reader.readPending() && (isClosed() || isRetiring())) {
            return false;
        }
        call.readsBefore(reads.getOpaque());
        if (!calls.take(call)) {
            return false;
        }
        if (!call.readsOwnReply() && !call.isOneway()) {
            reader.recall();
        }
        return true;
    }

    /** Takes a call that waited at the endpoint, as {@link #take} does. */
    public boolean takeWaiting(PendingCall call) {
        long sendBy = call.sendBy();
        call.sendBy(call.deadline());
        if (!take(call)) {
            call.sendBy(sendBy);
            return false;
        }
        checkBy(call.hedgeAt());
        return true;
    }

    /**
     * Encodes and sends a call that was taken. Does not throw: a call that cannot be sent has ended.
     *
     * @return whether it was queued
     */
    public boolean send(PendingCall call, CallCodec.Encoder message) {
        return send(call, message, 0);
    }

    /** Encodes and sends a call that was taken after it had waited, as {@link #send(PendingCall, CallCodec.Encoder)} does. */
    public void sendWaiting(PendingCall call, HeldMessage message) {
        send(call, message.encoder(), message.bytes());
    }

    private boolean send(PendingCall call, CallCodec.Encoder message, int counted) {
        try {
            boolean encoded = encoder.encode(call, message, counted);
            if (encoded) {
                send(call);
            }
            return encoded;
        } catch (Throwable t) {
            endBroken(call, t);
            return false;
        }
    }

    /** Sends a call that was taken and encoded. */
    void send(PendingCall call) {
        writeQueue.add(call);
        EndReason why = end.reason();
        if (why != null) {
            calls.failed().failLost(call, why);
            return;
        }
        if (Thread.currentThread() instanceof ClientThread thread
                && thread.belongsTo(context.threads())
                && thread.flushLater(writeQueue)) {
            return;
        }
        if (table.size() > 1 && isOpened()) {
            // Replies are expected, and more calls may arrive before the selector thread runs: it writes them together.
            if (writeQueue.tryBecomeWriter()) {
                writeOnSelector();
            }
        } else {
            writeQueue.flush();
        }
    }

    /**
     * Runs the writer on the selector thread, or on the current thread if the task cannot even be created: the thread that
     * became the writer must see that it writes.
     */
    private void writeOnSelector() {
        try {
            runOnSelector(writeQueue::write);
        } catch (Throwable t) {
            writeQueue.write();
        }
    }

    /** {@return why the connection has ended; null before} */
    public EndReason endReason() {
        return end.reason();
    }

    @Override
    public boolean cancel(PendingCall call) {
        return calls.failed().cancel(call);
    }

    @Override
    public void cancelInherited(PendingCall call) {
        calls.failed().fail(call, EndReason.PARENT_CANCELLED);
        calls.afterAbandoning();
    }

    /** {@inheritDoc} Runs on the thread of a blocking caller if the timer thread is late. */
    @Override
    public void overdue(PendingCall call, long now) {
        calls.failed().overdue(call, now);
        calls.afterAbandoning();
    }

    @Override
    public void endBroken(PendingCall call, Throwable thrown) {
        calls.failed().endBroken(call, thrown);
    }

    @Override
    public void unusableReply(PendingCall call) {
        if (call.isOutcomeRecorded()) {
            return;
        }
        if (call.isDecodedByReader()) { // which records a good reply afterwards
            call.markOutcomeRecorded();
            endpoint.health().repliedBadly(call.begun(), context.now());
        } else {
            endpoint.health().revokeReply(call.begun(), context.now());
        }
    }

    @Override
    public void checkBy(long time) {
        calls.checkBy(time);
    }

    // ---- replies, on the thread that reads: the selector thread of the connection, or the thread of a caller

    @Override
    public void awaitReply(PendingCall call) {
        reader.awaitReply(call);
    }

    @Override
    public void wakeReader() {
        reader.wake();
    }

    @Override
    public boolean isReadBySelector() {
        return reader.isSelector();
    }

    @Override
    public void selectorHasRead() throws IOException {
        if (!isRetiring()) {
            reader.selectorHasRead();
        }
    }

    @Override
    public void selectorReads() {
        end.checkLater();
    }

    /**
     * Bytes were read on a connection that is open or in its TLS handshake. Reads of the handshake, which connectTimeout
     * limits, are not counted. Returns false if the connection has ended but is not closed yet: earlier bytes may be lost, so
     * later ones cannot be decoded.
     */
    @Override
    public boolean bytesRead() {
        if (isOpened()) {
            countRead();
        }
        return !isClosed();
    }

    /** Counts a read, whether or not it completed a frame. */
    void countRead() {
        reads.lazySet(reads.getPlain() + 1);
    }

    /** {@return the number of reads} */
    int reads() {
        return reads.get();
    }

    @Override
    public void replies(FrameBatch batch) {
        try {
            replies.dispatch(batch);
        } finally {
            context.completion().repliesHandled();
        }
        endpoint.roomMade();
        writeQueue.flush();
        end.check();
    }

    // ---- life of the connection

    /** {@return what ends it, and when} */
    public ConnectionEnd ending() {
        return end;
    }

    long begunAt() {
        return begunAt;
    }

    /**
     * The connection is open. Runs on its selector thread, before anything is read. The connection is announced to its
     * endpoint once it can be written to. Does not throw.
     */
    @Override
    public void opened(TCPNIOConnection opened) {
        socket = opened;
        openedAt = context.now();
        try {
            boolean plain = context.config().tls().isEmpty();
            writeQueue.open(opened, plain, context.buffers());
            reader.open(opened, plain);
            if (!endpoint.opened(this)) {
                opened.terminateSilently();
                return;
            }
        } catch (Throwable t) {
            connectFailed(t);
            return;
        }
        writeQueue.begin();
        if (LOG.isDebugEnabled()) {
            LOG.debug("client '{}': {} connected to {}", context.config().name(), opened.getLocalAddress(), endpoint());
        }
    }

    boolean isOpened() {
        return socket != null;
    }

    /** {@return the Grizzly connection; null until it is open} */
    TCPNIOConnection socket() {
        return socket;
    }

    /** Runs a task on the selector thread of this connection, or on the thread for callbacks until it has one. */
    @Override
    public void runOnSelector(Runnable task) {
        TCPNIOConnection current = socket;
        SelectorRunner runner = current == null ? null : current.getSelectorRunner();
        if (runner == null) {
            context.threads().runCallback(task);
        } else {
            context.threads().runOn(runner, task);
        }
    }

    /** The connection could not be opened. Does not throw. */
    @Override
    public void connectFailed(Throwable cause) {
        if (cause instanceof SaslFailure failure) {
            String reason = "authentication failed: ";
            end.end(
                    new EndReason(FailureCause.AUTHENTICATION_FAILED, reason + failure.getMessage(), failure),
                    reason + failure.logged());
            return;
        }
        end(EndReason.thrown(FailureCause.CONNECT_FAILED, "connecting failed: ", cause));
    }

    /** Something unexpected was thrown by a part of the connection. Does not throw. */
    @Override
    public void broken(Throwable thrown) {
        end(EndReason.thrown(FailureCause.CONNECTION_RESET, "the connection broke: ", thrown));
    }

    /** Grizzly has closed the connection, whichever side started that. */
    @Override
    public void closed(CloseReason reason) {
        try {
            EndReason why = EndReason.closed(context, reason, reads.get() == 0 && table.hasCalls());
            end.end(why.with(end.reported()), why.reason());
        } catch (Throwable t) {
            broken(t);
        }
    }

    /** Ends the connection and all its calls. Does nothing if it has ended already. */
    public void end(EndReason why) {
        end.end(why, why.reason());
    }
}
