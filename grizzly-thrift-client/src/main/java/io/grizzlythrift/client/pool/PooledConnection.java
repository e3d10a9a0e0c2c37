package io.grizzlythrift.client.pool;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.CallTimeoutException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.inflight.CallConnection;
import io.grizzlythrift.client.inflight.CallDeadlines;
import io.grizzlythrift.client.inflight.InFlightTable;
import io.grizzlythrift.client.inflight.PendingCall;
import io.grizzlythrift.client.inflight.WriteQueue;
import io.grizzlythrift.client.io.ClientThread;
import io.grizzlythrift.client.io.ConnectionListener;
import io.grizzlythrift.client.io.TimerThread;
import io.grizzlythrift.format.FormatGuess;
import io.grizzlythrift.frame.FrameBatch;
import io.grizzlythrift.frame.FrameException;
import io.grizzlythrift.log.LogLimiter;
import io.grizzlythrift.message.FormatProtocols;
import io.grizzlythrift.message.LogSanitizer;
import io.grizzlythrift.message.MessageProtocol;
import io.grizzlythrift.tls.TlsFilter;
import java.io.EOFException;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.glassfish.grizzly.CloseReason;
import org.glassfish.grizzly.nio.SelectorRunner;
import org.glassfish.grizzly.nio.transport.TCPNIOConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection of the pool, from the decision to connect until its end. It takes calls at once; they wait until it is
 * open. Thread-safe, except for methods that name their thread.
 *
 * <p>A call is either taken before the connection ends, and then ended with it, or it sees the end: {@link #send}
 * queues the call and then reads {@code end}, while the end of the connection writes {@code end} and then visits all
 * registered calls. Both may find the call; its state lets one of them end it.
 */
public final class PooledConnection
        implements CallConnection,
                ConnectionListener,
                ReplyDispatcher.Listener,
                WriteQueue.Listener,
                CallDeadlines.Listener {
    /** How many times the maximum number of calls may end in the queue of a connection that takes no byte. */
    private static final int MAX_ENDED_IN_QUEUE_FACTOR = 2;

    private static final Logger LOG = LoggerFactory.getLogger(PooledConnection.class);

    /** Created before it is needed. */
    private static final EndReason OUT_OF_MEMORY = new EndReason(
            FailureCause.CONNECTION_RESET, "the connection broke, and no memory was left to say why", null);

    private static final long NEVER = Long.MAX_VALUE;
    private static final LogLimiter SILENCE_LOG = new LogLimiter(System::nanoTime);
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(TimerThread.RETRY_MILLIS);

    private final ClientContext context;
    private final Endpoint endpoint;
    private final InFlightTable calls;
    private final CallDeadlines deadlines;
    private final WriteQueue writeQueue;
    private final AbandonedCalls abandoned;
    private final HeldUpDetector heldUp;
    private final ReplyDispatcher replies;
    private final CancelNotices cancelNotices;

    private final SilentPeerDetector silence;

    /** How many times bytes came. Written by the selector thread only. */
    private final AtomicInteger reads = new AtomicInteger();

    /** Whether it takes no further calls, and ends with its last one. */
    private volatile boolean retiring;

    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile TCPNIOConnection connection;
    private volatile EndReason end;
    private final long begunAt;
    private volatile long openedAt;

    // Of the end. One thread at a time: the one that ends the connection, then the timer thread.
    private final TimerThread.Timer finishEndTimer;
    private String loggedEnd;
    private boolean endedWithCalls;
    private boolean reportedLost;

    PooledConnection(ClientContext context, Endpoint endpoint) {
        this.context = context;
        this.endpoint = endpoint;
        int inFlight = context.maxInFlight();
        calls = new InFlightTable(inFlight + context.config().maxWaitingPerConnection());
        deadlines = new CallDeadlines(context.threads().timers(), context.clock(), calls, this);
        silence = new SilentPeerDetector(calls, context.config().callTimeout());
        writeQueue = new WriteQueue(inFlight, this);
        heldUp = new HeldUpDetector(calls, endpoint.slowMethods(), context.clock(), endpoint::roundTripNanos);
        abandoned = new AbandonedCalls(calls, heldUp, context.memory());
        replies = new ReplyDispatcher(context, calls, abandoned, heldUp, this);
        cancelNotices = new CancelNotices(
                context,
                FormatProtocols.formatOf(
                        context.config().dialect(), context.config().protocol()),
                writeQueue);
        finishEndTimer = context.threads().timers().timer(this::finishEnd);
        begunAt = context.now();
    }

    @Override
    public String endpoint() {
        return endpoint.name();
    }

    /** {@return the number of calls: waiting, in flight, or abandoned without a reply} */
    public int load() {
        return calls.size();
    }

    /** {@return the number of calls that were sent and have no reply, including abandoned ones} */
    int inFlight() {
        return writeQueue.awaitingReply();
    }

    /** {@return the number of calls that are not sent yet} */
    int waiting() {
        return Math.max(0, calls.size() - writeQueue.awaitingReply());
    }

    /** {@return whether the replies to further calls may have to wait for a slow call} */
    boolean isHeldUp() {
        return heldUp.isHeldUp();
    }

    /** {@return whether calls that are expected to be slow should go elsewhere} */
    boolean isReserve() {
        return endpoint.isReserve(this);
    }

    /** Looks for a slow call. Runs on the timer thread. */
    void checkHeldUp() {
        heldUp.check(reads.get(), writeQueue.awaitingReply());
    }

    @Override
    public boolean isClosed() {
        return end != null;
    }

    /** {@return whether a reply ever came} */
    boolean isProven() {
        return replies.isProven();
    }

    // ---- calls

    /**
     * Takes a call if there is room for it. The call is then registered, and must be passed to {@link #send} or ended.
     */
    boolean take(PendingCall call) {
        call.readsBefore(reads.getOpaque());
        int before = calls.register(call, this);
        if (before < 0) {
            return false;
        }
        if (before >= context.maxInFlight()) {
            call.sendBy(context.now() + context.config().maxWait().toNanos());
        }
        deadlines.watch(call);
        return true;
    }

    /** Sends a call that was taken and encoded. */
    void send(PendingCall call) {
        writeQueue.add(call);
        if (isClosed()) {
            fail(call, end);
            return;
        }
        if (Thread.currentThread() instanceof ClientThread thread
                && thread.belongsTo(context.threads())
                && thread.flushLater(writeQueue)) {
            return;
        }
        if (calls.size() > 1 && connection != null) {
            // Replies are expected, and more calls may come meanwhile: these are written together.
            if (writeQueue.tryBecomeWriter()) {
                writeOnSelector();
            }
        } else {
            writeQueue.flush();
        }
    }

    /**
     * Runs the writer on the selector thread; on the current thread if the task cannot even be created, because a
     * writer must write.
     */
    private void writeOnSelector() {
        try {
            runOnSelector(writeQueue::write);
        } catch (Throwable t) {
            writeQueue.write();
        }
    }

    @Override
    public boolean cancel(PendingCall call) {
        int before = abandoned.abandon(call);
        if (before == AbandonedCalls.NOT_ABANDONED) {
            return false;
        }
        if (before == PendingCall.SENT) {
            cancelNotices.add(call);
        }
        context.completion().cancelled(call);
        afterAbandoning();
        return true;
    }

    @Override
    public void cancelInherited(PendingCall call) {
        EndReason why = new EndReason(FailureCause.CANCELLED, "the call whose handler made it was cancelled", null);
        endIf(call, sent -> why.failure(call, endpoint(), sent), context.now());
        afterAbandoning();
    }

    /** Skips what ended in the queue, and closes a connection that holds only abandoned calls. */
    private void afterAbandoning() {
        if (connection == null) {
            return;
        }
        writeQueue.flush();
        endIfUnused();
        int maxInFlight = context.maxInFlight();
        if (abandoned.awaitingReply() >= maxInFlight) {
            end(
                    FailureCause.NO_CAPACITY,
                    "all " + maxInFlight + " calls in flight were abandoned without a reply",
                    null);
        } else if (writeQueue.waitsForSocket() && abandoned.inQueue() > MAX_ENDED_IN_QUEUE_FACTOR * calls.limit()) {
            end(
                    FailureCause.NO_CAPACITY,
                    "nothing can be written, and " + abandoned.inQueue() + " queued calls were abandoned",
                    null);
        }
    }

    /** Ends a call that was taken and could not be encoded. It never enters the queue. */
    void notEncoded(PendingCall call, String reason, Throwable thrown) {
        endHere(call, new EndReason(FailureCause.UNWRITABLE_CALL, reason, thrown));
    }

    /** Ends a call that was taken and for which there is no memory. It never enters the queue. */
    void noMemory(PendingCall call, String size) {
        context.memory().countRejection();
        String reason = "calls that are not sent yet take " + context.memory().bytes() + " bytes, maxQueuedBytes is "
                + context.config().maxQueuedBytes() + size;
        endHere(call, new EndReason(FailureCause.NO_CAPACITY, reason, null));
    }

    private void endHere(PendingCall call, EndReason why) {
        CallFailedException failure = why.failure(call, endpoint(), false);
        if (call.abandon() == PendingCall.QUEUED) {
            calls.remove(call);
            call.releaseFrame();
            context.completion().failedHere(call, failure);
            endIfUnused();
        } else {
            endedBeforeEncoded(call);
        }
    }

    /** Accounts for a call that ended before it could be queued: it will not be skipped. */
    void endedBeforeEncoded(PendingCall call) {
        call.releaseFrame();
        abandoned.skipped();
    }

    @Override
    public void endBroken(PendingCall call, Throwable thrown) {
        int before = abandoned.abandon(call);
        if (before != AbandonedCalls.NOT_ABANDONED) {
            context.completion().broken(call, before == PendingCall.SENT, thrown);
        }
    }

    // ---- deadlines, on the timer thread

    /** {@inheritDoc} The caller of a blocking call does this as well, if the timer thread is late. */
    @Override
    public void overdue(PendingCall call, long now) {
        endIf(call, sent -> overdueFailure(call, sent, now), now);
    }

    private CallFailedException overdueFailure(PendingCall call, boolean sent, long now) {
        if (now >= call.deadline()) {
            String hint = sent && reads.get() == 0 ? "; " + neverHeardOf() : "";
            return new CallTimeoutException(call.method(), endpoint(), sent, call.timeout(), hint);
        }
        long waited = context.config().maxWait().toMillis();
        String reason = "no place in flight was free within " + waited + " ms";
        return new EndReason(FailureCause.NO_CAPACITY, reason, null).failure(call, endpoint(), sent);
    }

    /** Makes the failure of a call that was sent, or that was not. */
    private interface FailureOfCall {
        CallFailedException failure(boolean sent);
    }

    /**
     * Ends a call if it has not ended. The failure is made first: if that throws for lack of memory, the call stays,
     * and can be ended later.
     */
    private void endIf(PendingCall call, FailureOfCall why, long now) {
        for (int state = call.state(); state < PendingCall.ENDED; state = call.state()) {
            CallFailedException failure = why.failure(state == PendingCall.SENT);
            if (abandoned.abandon(call, state)) {
                if (state == PendingCall.SENT && !isClosed()) {
                    cancelNotices.add(call);
                }
                try {
                    recordTimeout(call, failure, now);
                } finally {
                    context.completion().failed(call, failure);
                }
                return;
            }
        }
    }

    /** Runs before the caller is notified: its next call must find a silent connection replaced. */
    private void recordTimeout(PendingCall call, CallFailedException failure, long now) {
        if (failure.failure() != FailureCause.TIMED_OUT) {
            return;
        }
        if (failure.mayHaveRun()) {
            endpoint.pipelining().timedOut(writeQueue.awaitingReply() > 1);
        } else if (reads.get() == 0 && !silence.hasTimeouts()) { // the connection may still be being opened
            return;
        }
        silence.timedOut(call, reads.get());
        long silent = silence.silentNanos(now, reads.get());
        if (silent > 0 && !isClosed()) {
            endSilent(silent);
        }
    }

    private void endSilent(long nanos) {
        context.completion().counters().countSilentConnection();
        String reason = SilentPeerDetector.TIMEOUTS + " calls in a row timed out, and no byte came for "
                + TimeUnit.NANOSECONDS.toMillis(nanos) + " ms" + (reads.get() == 0 ? "; " + neverHeardOf() : "");
        SILENCE_LOG.log(suppressed -> LOG.info(
                "client '{}': replaces a connection to {}: {}{}",
                clientName(),
                endpoint(),
                reason,
                LogLimiter.suffix(suppressed)));
        end(FailureCause.CONNECTION_RESET, reason, null);
    }

    @Override
    public void overdueEnded() {
        afterAbandoning();
    }

    private String neverHeardOf() {
        return "no byte came from this peer: " + question();
    }

    /** What may be wrong with a peer that sent nothing at all. */
    private String question() {
        String dialect = switch (context.config().dialect()) {
            case UNFRAMED -> "unframed ";
            case HEADER -> "THeader with ";
            default -> "framed ";
        };
        return "does it speak " + dialect + protocol()
                + (context.config().tls().isPresent()
                        ? ", and accept the certificate of this client, if it wants one?"
                        : " without TLS?");
    }

    private String protocol() {
        return MessageProtocol.nameOf(context.config().protocol());
    }

    // ---- replies, on the selector thread of the connection

    /**
     * Bytes were read, on a connection that is open or in its TLS handshake. The handshake is limited by connectTimeout
     * and not counted. Returns false as {@link #countRead} does.
     */
    @Override
    public boolean bytesRead() {
        return connection == null ? !isClosed() : countRead();
    }

    /**
     * Counts a read, of complete frames or not. Returns false if the connection has ended and is yet to be closed:
     * earlier bytes may be lost, so these cannot be decoded.
     */
    boolean countRead() {
        reads.lazySet(reads.getPlain() + 1);
        return !isClosed();
    }

    @Override
    public void replies(FrameBatch batch) {
        if (writeQueue.countReplies(replies.dispatch(batch))) {
            endpoint.pipelining().singleReplied();
        }
        writeQueue.flush();
        endIfUnused();
    }

    @Override
    public void cancelNoticesAccepted() {
        cancelNotices.accepted();
    }

    @Override
    public void closeRequested() {
        retire();
        endpoint.closeRequested();
    }

    /** Takes no further calls. The connection ends with its last one. */
    private void retire() {
        retiring = true;
        endpoint.retire(this);
    }

    /** {@return whether its server may be about to stop} */
    boolean isLeaving() {
        return endpoint.isLeaving();
    }

    /** Ends the connection if it never had a call: its server, which closes others, cannot ask for that. */
    void endIfNeverCalled() {
        if (reads.get() == 0 && calls.size() == 0) {
            retire();
            runOnSelector(this::endIfUnused);
        }
    }

    /** Ends a connection that takes no further calls, once it holds none. */
    private void endIfUnused() {
        if (retiring && calls.closeIfEmpty()) {
            end(FailureCause.CLOSED_BY_PEER, "closed as the server asked", null);
        }
    }

    /** {@return how long it took to open, with the TLS handshake if there is one} */
    long connectNanos() {
        return openedAt - begunAt;
    }

    /** {@return for how long it has been open, in nanoseconds} */
    long ageNanos() {
        return context.now() - openedAt;
    }

    /** {@return whether it takes no further calls} */
    boolean isRetiring() {
        return retiring;
    }

    @Override
    public void unreadable(Exception thrown, Optional<FormatGuess> guess) {
        String what = "a frame is not a message of the client's protocol, " + protocol()
                + guess.map(seen -> "; it looks like " + seen.words()).orElse("") + ": ";
        end(new EndReason(FailureCause.PROTOCOL_ERROR, what + thrown, thrown), what + LogSanitizer.describe(thrown));
    }

    // ---- written calls

    @Override
    public void sent(int count) {
        context.completion().counters().countSent(count);
    }

    @Override
    public void sending(PendingCall call) {
        call.updateTimeout(context.now());
    }

    @Override
    public void released(long bytes) {
        context.memory().giveBack(bytes);
    }

    @Override
    public void onewaySent(PendingCall call) {
        calls.remove(call);
        if (call.end()) {
            context.completion().sent(call);
        } else { // abandoned while it was being written
            abandoned.replied();
        }
        if (retiring) {
            runOnSelector(this::endIfUnused); // the writer may be in the middle of its work
        }
    }

    @Override
    public void skipped() {
        abandoned.skipped();
    }

    @Override
    public void writeFailed(Throwable cause) {
        try {
            runOnSelector(() -> end(FailureCause.CONNECTION_RESET, "writing failed: " + cause, cause));
        } catch (Throwable t) {
            broken(cause);
        }
    }

    // ---- life of the connection

    /**
     * The connection is there. On its selector thread, before anything is read. It gets calls once it can write them.
     * Does not throw.
     */
    @Override
    public void opened(TCPNIOConnection opened) {
        connection = opened;
        openedAt = context.now();
        try {
            writeQueue.open(
                    opened,
                    context.config().tls().isEmpty(),
                    context.writeBuffers().get());
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

    /** It could not be opened. Does not throw. */
    @Override
    public void connectFailed(Throwable cause) {
        endBecauseOf(FailureCause.CONNECT_FAILED, "connecting failed: ", cause);
    }

    /** Something was thrown that no part of the connection expects. Does not throw. */
    @Override
    public void broken(Throwable thrown) {
        endBecauseOf(FailureCause.CONNECTION_RESET, "the connection broke: ", thrown);
    }

    /** Ends the connection even if there is no memory to say why. */
    private void endBecauseOf(FailureCause cause, String what, Throwable thrown) {
        EndReason why;
        try {
            String message =
                    cause == FailureCause.CONNECT_FAILED && thrown instanceof Exception ? thrown.getMessage() : null;
            why = new EndReason(cause, what + (message == null ? thrown : message), thrown);
        } catch (Throwable t) {
            why = OUT_OF_MEMORY;
        }
        end(why, why.reason());
    }

    /** Runs a task on the selector thread of this connection; on the thread for callbacks before there is one. */
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
        Throwable thrown = reason.getCause();
        try {
            if (thrown instanceof FrameException) {
                end(FailureCause.PROTOCOL_ERROR, thrown.getMessage(), thrown);
            } else if (thrown instanceof EOFException) {
                end(FailureCause.CLOSED_BY_PEER, "closed by peer" + unheard(), null);
            } else {
                end(FailureCause.CONNECTION_RESET, "connection lost: " + thrown + unheard(), thrown);
            }
        } catch (Throwable t) {
            broken(t);
        }
    }

    private String unheard() {
        return reads.get() == 0 && calls.hasCalls() ? " before any byte came; " + question() : "";
    }

    /** Ends the connection, and with it all its calls. Does nothing the second time. */
    void end(FailureCause cause, String reason, Throwable thrown) {
        end(new EndReason(cause, reason, thrown), reason);
    }

    /**
     * Does not throw.
     *
     * @param logged the reason without text of the peer
     */
    private void end(EndReason why, String logged) {
        if (ended.compareAndSet(false, true)) {
            loggedEnd = logged;
            endedWithCalls = calls.hasCalls();
            end = why;
            finishEnd();
        }
    }

    /**
     * Ends everything that the connection holds. If this throws, a timer runs it again, so that no call stays on a
     * connection that has ended.
     */
    private void finishEnd() {
        try {
            if (!reportedLost) {
                endpoint.lost(this, end.reason(), loggedEnd, endedWithCalls || connection == null);
                reportedLost = true;
            }
            deadlines.close();
            calls.forEach(call -> fail(call, end));
            writeQueue.close();
            TCPNIOConnection current = connection;
            if (current != null) {
                terminate(current);
            }
            if (LOG.isDebugEnabled()) {
                Object local = current == null ? "a connection" : current.getLocalAddress();
                LOG.debug("client '{}': {} to {} closed: {}", clientName(), local, endpoint(), loggedEnd);
            }
        } catch (Throwable t) {
            finishEndTimer.set(context.now() + RETRY_NANOS);
        }
    }

    private void terminate(TCPNIOConnection current) {
        try {
            TlsFilter.closeNotify(current);
        } finally {
            current.terminateWithReason(new IOException(end.reason(), end.thrown()));
        }
    }

    private String clientName() {
        return context.config().name();
    }

    private void fail(PendingCall call, EndReason why) {
        endIf(call, sent -> why.failureOfCall(call, endpoint(), sent), NEVER);
    }
}
