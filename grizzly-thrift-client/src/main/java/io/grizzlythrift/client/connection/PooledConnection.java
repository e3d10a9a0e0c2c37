package io.grizzlythrift.client.connection;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.context.ClientContext;
import io.grizzlythrift.client.health.HeldUpDetector;
import io.grizzlythrift.client.inflight.CallConnection;
import io.grizzlythrift.client.inflight.CallDeadlines;
import io.grizzlythrift.client.inflight.InFlightTable;
import io.grizzlythrift.client.inflight.PendingCall;
import io.grizzlythrift.client.inflight.ReplyReader;
import io.grizzlythrift.client.inflight.WriteQueue;
import io.grizzlythrift.client.io.ClientThread;
import io.grizzlythrift.client.io.ConnectionListener;
import io.grizzlythrift.format.FormatGuess;
import io.grizzlythrift.frame.FrameBatch;
import io.grizzlythrift.message.LogSanitizer;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.glassfish.grizzly.CloseReason;
import org.glassfish.grizzly.nio.SelectorRunner;
import org.glassfish.grizzly.nio.transport.TCPNIOConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection of the pool, from the decision to connect until its end. It takes calls once it is open. Thread-safe, except for methods that name their thread.
 *
 * <p>No call outlives the connection: {@link #send} queues the call and then reads {@code end}, while the thread that ends
 * the connection writes {@code end} and then visits all registered calls. So at least one of them ends the call; if both
 * try, the state of the call lets only one of them succeed.
 */
public final class PooledConnection
        implements CallConnection, ConnectionListener, ReplyDispatcher.Listener, ReplyReader.Listener {
    /**
     * A connection to which nothing can be written ends once its queue holds more ended calls than this multiple of its
     * maximum number of calls.
     */
    private static final int MAX_ENDED_IN_QUEUE_FACTOR = 2;

    /** The maximum number of calls beyond those in flight: oneway calls that are about to be written. */
    private static final int MAX_ONEWAY_WAITING = 1024;

    /** The maximum number of characters kept of an error that the server reports. */
    private static final int MAX_ERROR_LENGTH = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(PooledConnection.class);

    private final ClientContext context;
    private final ConnectedEndpoint endpoint;
    private final int maxInFlight;
    private final InFlightTable calls;
    private final CallDeadlines deadlines;
    private final WriteQueue writeQueue;
    private final AbandonedCalls abandoned;
    private final ReadActivity activity;
    private final Retirement retirement;
    private final HeldUpDetector heldUp;
    private final ReplyReader reader;
    private final ReplyDispatcher replies;
    private final EndReasons reasons;
    private final UnencodedCalls unencoded;
    private final FailedCalls failed;
    private final ConnectionCleanup cleanup;
    private final CancelNotices cancelNotices;

    private final AtomicBoolean ended = new AtomicBoolean();
    /** The last error that the server reported without naming a call; empty if there was none. */
    private volatile String unassignedError = "";

    private volatile TCPNIOConnection connection;
    private volatile EndReason end;
    private final long begunAt;
    private volatile long openedAt;

    /** Creates a connection that is yet to be opened. */
    public PooledConnection(ClientContext context, ConnectedEndpoint endpoint) {
        this.context = context;
        this.endpoint = endpoint;
        maxInFlight = context.maxInFlight();
        calls = new InFlightTable(maxInFlight + MAX_ONEWAY_WAITING);
        heldUp = new HeldUpDetector(calls, endpoint.slowMethods(), context.clock(), endpoint::roundTripNanos);
        abandoned = new AbandonedCalls(calls, heldUp, context.memory());
        activity = new ReadActivity(context, calls, abandoned);
        reader = new ReplyReader(calls, context.threads().timers(), context.clock(), this);
        retirement = new Retirement(this, endpoint, calls, abandoned, reader);
        writeQueue = new WriteQueue(maxInFlight, new WrittenCalls(this, context, calls, abandoned, retirement));
        replies = new ReplyDispatcher(context, calls, abandoned, heldUp, endpoint.health(), this);
        cancelNotices = new CancelNotices(context, writeQueue);
        reasons = new EndReasons(context);
        unencoded = new UnencodedCalls(this, context, calls, abandoned, retirement, reasons);
        failed = new FailedCalls(
                this, context, endpoint, reasons, calls, abandoned, writeQueue, cancelNotices, activity::reads);
        deadlines = new CallDeadlines(context.threads().timers(), context.clock(), calls, failed);
        cleanup = new ConnectionCleanup(this, context, endpoint, deadlines, calls, failed, writeQueue, reader);
        begunAt = context.now();
    }

    @Override
    public String endpoint() {
        return endpoint.name();
    }

    /** {@return the endpoint of this connection} */
    public ConnectedEndpoint owner() {
        return endpoint;
    }

    /** {@return the number of calls that are waiting, in flight, or abandoned without a reply; huge once it has retired} */
    public int load() {
        return calls.size();
    }

    /** {@return the number of calls that were sent and have no reply, including abandoned ones} */
    public int inFlight() {
        return writeQueue.awaitingReply();
    }

    /** {@return the number of calls that it took and that have not been sent yet} */
    public int waiting() {
        return Math.max(0, calls.takenSlots() - writeQueue.awaitingReply());
    }

    /** {@return whether replies to further calls may have to wait for a slow call} */
    public boolean isHeldUp() {
        return heldUp.isHeldUp();
    }

    /** Looks for a slow call. Runs on the timer thread. */
    public void checkHeldUp() {
        heldUp.check(activity.reads(), writeQueue.awaitingReply());
    }

    /**
     * Returns how long the connection has held only abandoned calls without receiving a byte, in nanoseconds; 0 if it holds
     * no calls, or others. Must be called periodically on the timer thread.
     */
    public long stalledNanos() {
        return activity.stalledNanos();
    }

    /** Returns whether it had no calls and received no byte for this time. Must be called periodically on the timer thread. */
    public boolean isIdle(long nanos) {
        return activity.isIdle(nanos);
    }

    @Override
    public boolean isClosed() {
        return end != null;
    }

    /** {@return whether a reply ever arrived} */
    public boolean isProven() {
        return replies.isProven();
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
        call.readsBefore(activity.lastSeen());
        int before = calls.register(call, this, mostFor(call));
        if (before < 0) {
            return false;
        }
        if (before >= maxInFlight) { // a oneway call behind others
            call.sendBy(context.now() + context.config().maxWait().toNanos());
        }
        deadlines.watch(call);
        if (!call.readsOwnReply() && !call.isOneway()) {
            reader.recall();
        }
        return true;
    }

    /** Oneway calls need no slot in flight. */
    private int mostFor(PendingCall call) {
        return call.isOneway() ? calls.limit() : maxInFlight;
    }

    /** {@return whether the connection could take a call now} */
    public boolean hasRoomFor(PendingCall call) {
        return calls.size() < mostFor(call);
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

    @Override
    public void awaitReply(PendingCall call) {
        reader.awaitReply(call);
    }

    @Override
    public void wakeReader() {
        reader.wake();
    }

    /** Sends a call that was taken and encoded. */
    public void send(PendingCall call) {
        writeQueue.add(call);
        if (isClosed()) {
            failed.fail(call, end);
            return;
        }
        if (Thread.currentThread() instanceof ClientThread thread
                && thread.belongsTo(context.threads())
                && thread.flushLater(writeQueue)) {
            return;
        }
        if (calls.size() > 1 && connection != null) {
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

    /** {@return why a call fails that waited for this connection, which has ended} */
    public CallFailedException failureOfWaiting(PendingCall call) {
        return end.failureOfCall(call, endpoint.name(), false);
    }

    /** A call has left, or left its slot. */
    void roomMade() {
        endpoint.roomMade();
    }

    /** {@return the object that ends calls that were taken but cannot be sent} */
    public UnencodedCalls unencoded() {
        return unencoded;
    }

    @Override
    public boolean cancel(PendingCall call) {
        int before = abandoned.abandon(call);
        if (before >= PendingCall.ENDED) {
            return false;
        }
        if (before == PendingCall.SENT) {
            cancelNotices.add(call);
            long now = context.now();
            endpoint.health().abandoned(now - call.begun(), now);
        }
        context.completion().cancelled(call);
        afterAbandoning();
        return true;
    }

    @Override
    public void cancelInherited(PendingCall call) {
        EndReason why = new EndReason(FailureCause.CANCELLED, "the call whose handler made it was cancelled", null);
        failed.cancel(call, why);
        afterAbandoning();
    }

    /**
     * Skips ended calls in the queue. Ends the connection if abandoned calls take all its slots in flight, or pile up in a
     * queue that cannot be written.
     */
    void afterAbandoning() {
        if (connection == null) {
            return;
        }
        writeQueue.flush();
        retirement.checkOnSelector();
        if (abandoned.awaitingReply() >= maxInFlight) {
            end(reasons.allAbandoned());
        } else if (writeQueue.waitsForSocket() && abandoned.inQueue() > MAX_ENDED_IN_QUEUE_FACTOR * maxInFlight) {
            end(reasons.nothingWritten(abandoned.inQueue()));
        }
        endpoint.roomMade();
    }

    @Override
    public void endBroken(PendingCall call, Throwable thrown) {
        int before = abandoned.abandon(call);
        if (before < PendingCall.ENDED) {
            context.completion().broken(call, before == PendingCall.SENT, thrown);
        }
    }

    /** {@inheritDoc} Runs on the thread of a blocking caller if the timer thread is late. */
    @Override
    public void overdue(PendingCall call, long now) {
        failed.overdue(call, now);
        afterAbandoning();
    }

    @Override
    public void unusableReply(PendingCall call) {
        if (!call.isFailureRecorded()) {
            endpoint.health().revokeReply(context.now());
        }
    }

    @Override
    public void checkBy(long time) {
        deadlines.checkBy(time);
    }

    // ---- replies, on the thread that reads: the selector thread of the connection, or the thread of a caller

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
        retirement.checkOnSelector();
    }

    /**
     * Bytes were read on a connection that is open or in its TLS handshake. Reads of the handshake, which connectTimeout
     * limits, are not counted. Returns false under the same condition as {@link #countRead}.
     */
    @Override
    public boolean bytesRead() {
        return connection == null ? !isClosed() : countRead();
    }

    /**
     * Counts a read, whether or not it completed a frame. Returns false if the connection has ended but is not closed yet:
     * earlier bytes may be lost, so later ones cannot be decoded.
     */
    boolean countRead() {
        activity.count();
        return !isClosed();
    }

    @Override
    public void replies(FrameBatch batch) {
        boolean alone = writeQueue.countReplies(replies.dispatch(batch));
        if (alone) {
            endpoint.pipelining().singleReplied();
        }
        reader.replied(alone && replies.endedOwnReader());
        endpoint.roomMade();
        writeQueue.flush();
        retirement.check();
    }

    @Override
    public void cancelNoticesAccepted() {
        cancelNotices.accepted();
    }

    @Override
    public void closeRequested() {
        retirement.begin();
        endpoint.closeRequested();
    }

    /**
     * {@inheritDoc} A draining server may go on serving, or rejecting, for a long time, and says so in each reply. So a
     * connection that began after such a reply is kept for a while.
     */
    @Override
    public void drainRequested() {
        if (!retirement.hasBegun() && !endpoint.keepsThroughDrain(begunAt)) {
            retirement.begin();
            endpoint.drainAnnounced();
        }
    }

    /** {@inheritDoc} Calls that never get a reply fail with this message appended. */
    @Override
    public void unassignedError(String message) {
        String text = message == null ? "" : message;
        unassignedError = text.length() > MAX_ERROR_LENGTH ? text.substring(0, MAX_ERROR_LENGTH) + "…" : text;
    }

    /** {@return the last error that named no call, to append to a message; text from the peer, or empty} */
    String reported() {
        String error = unassignedError;
        return error.isEmpty() ? "" : "; it reported an error without the id of a call: " + error;
    }

    /** Ends the connection if it never had a call: its server closes connections, and cannot ask to close this one. */
    public void endIfNeverCalled() {
        if (activity.reads() == 0 && calls.size() == 0) {
            retirement.begin();
            retirement.checkOnSelector();
        }
    }

    /** Stops taking calls, because the server is no longer used. Ends with the last call that still has a caller. */
    public void retireWhenUnused() {
        retirement.beginUnused();
    }

    /** {@return how long the connection took to open, in nanoseconds, including any TLS handshake} */
    public long connectNanos() {
        return openedAt - begunAt;
    }

    /** {@return how long the connection has been open, in nanoseconds} */
    public long ageNanos() {
        return context.now() - openedAt;
    }

    /** {@return whether the connection takes no further calls} */
    public boolean isRetiring() {
        return retirement.hasBegun();
    }

    @Override
    public void unreadable(Exception thrown, Optional<FormatGuess> guess) {
        String what = "a frame is not a message of the client's protocol, " + reasons.protocol()
                + guess.map(seen -> "; it looks like " + seen.words()).orElse("") + ": ";
        end(new EndReason(FailureCause.PROTOCOL_ERROR, what + thrown, thrown), what + LogSanitizer.describe(thrown));
    }

    // ---- life of the connection

    /**
     * The connection is open. Runs on its selector thread, before anything is read. The connection is announced to its
     * endpoint once it can be written to. Does not throw.
     */
    @Override
    public void opened(TCPNIOConnection opened) {
        connection = opened;
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
            LOG.debug("client '{}': {} connected to {}", clientName(), opened.getLocalAddress(), endpoint());
        }
    }

    /** The connection could not be opened. Does not throw. */
    @Override
    public void connectFailed(Throwable cause) {
        end(EndReasons.thrown(FailureCause.CONNECT_FAILED, "connecting failed: ", cause));
    }

    /** Something unexpected was thrown by a part of the connection. Does not throw. */
    @Override
    public void broken(Throwable thrown) {
        end(EndReasons.thrown(FailureCause.CONNECTION_RESET, "the connection broke: ", thrown));
    }

    /** Runs a task on the selector thread of this connection, or on the thread for callbacks until it has one. */
    @Override
    public void runOnSelector(Runnable task) {
        TCPNIOConnection current = connection;
        SelectorRunner runner = current == null ? null : current.getSelectorRunner();
        if (runner == null) {
            context.threads().runCallback(task);
        } else {
            context.threads().runOn(runner, task);
        }
    }

    /** Grizzly has closed the connection, whichever side started that. */
    @Override
    public void closed(CloseReason reason) {
        try {
            EndReason lost = reasons.lost(reason, activity.reads() == 0 && calls.hasCalls());
            end(lost.with(reported()), lost.reason());
        } catch (Throwable t) {
            broken(t);
        }
    }

    /** Ends the connection and all its calls. Does nothing if it has ended already. */
    public void end(FailureCause cause, String reason, Throwable thrown) {
        end(new EndReason(cause, reason, thrown));
    }

    void end(EndReason why) {
        end(why, why.reason());
    }

    /**
     * Does not throw.
     *
     * @param logged the reason without any text from the peer
     */
    private void end(EndReason why, String logged) {
        if (ended.compareAndSet(false, true)) {
            boolean hadCalls = calls.hasCalls();
            end = why;
            cleanup.begin(why, logged, hadCalls);
        }
    }

    /** {@return the Grizzly connection; null until it is open} */
    TCPNIOConnection connection() {
        return connection;
    }

    private String clientName() {
        return context.config().name();
    }
}
