package io.grizzlythrift.client.pool;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.CallTimeoutException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.codec.CallCodec;
import io.grizzlythrift.client.inflight.CallConnection;
import io.grizzlythrift.client.inflight.CallDeadlines;
import io.grizzlythrift.client.inflight.InFlightTable;
import io.grizzlythrift.client.inflight.PendingCall;
import io.grizzlythrift.client.inflight.WriteQueue;
import io.grizzlythrift.client.io.ClientThread;
import io.grizzlythrift.client.io.ConnectionListener;
import io.grizzlythrift.client.io.DeadlineWheel;
import io.grizzlythrift.frame.FrameBatch;
import io.grizzlythrift.frame.FrameException;
import io.grizzlythrift.log.LogLimiter;
import io.grizzlythrift.message.LogSanitizer;
import io.grizzlythrift.tls.TlsFilter;
import java.io.EOFException;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.glassfish.grizzly.CloseReason;
import org.glassfish.grizzly.nio.SelectorRunner;
import org.glassfish.grizzly.nio.transport.TCPNIOConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection of the pool, from the decision to connect to its end. It takes calls from the begin; they wait until
 * it is open. Any thread may call any method that is not said to be for one.
 */
public final class PooledConnection
        implements CallConnection, ConnectionListener, WriteQueue.Listener, CallDeadlines.Listener {
    /** So many times the calls it may have can end in the queue of a connection that does not take a byte. */
    private static final int MAX_ENDED_IN_QUEUE_FACTOR = 2;

    private static final Logger LOG = LoggerFactory.getLogger(PooledConnection.class);

    /** Why a connection ended, and what its calls are told. */
    private record End(FailureCause cause, String reason, Throwable thrown) {}

    /** Made before it is needed. */
    private static final End OUT_OF_MEMORY =
            new End(FailureCause.CONNECTION_RESET, "the connection broke, and no memory was left to say why", null);

    private static final long NEVER = Long.MAX_VALUE;
    private static final int NOT_ABANDONED = Integer.MIN_VALUE;
    private static final LogLimiter SILENCE_LOG = new LogLimiter(System::nanoTime);
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(DeadlineWheel.RETRY_MILLIS);

    private final ClientContext context;
    private final Endpoint endpoint;
    private final InFlightTable calls;
    private final CallDeadlines deadlines;
    private final WriteQueue writeQueue;

    /** Calls that were sent and given up, and whose reply has not come. */
    private final AtomicInteger abandoned = new AtomicInteger();

    /** Calls that were given up while they were queued, and have not been passed over. */
    private final AtomicInteger endedInQueue = new AtomicInteger();

    private final SilentPeerDetector silence;

    /** How often bytes have come. Written by the selector thread alone. */
    private final AtomicInteger reads = new AtomicInteger();

    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile TCPNIOConnection connection;
    private volatile End end;
    private volatile boolean proven;

    // Of the end. One thread at a time: the one that ends the connection, then that of the wheel.
    private final DeadlineWheel.Timer finishEndTimer;
    private String loggedEnd;
    private boolean reportedLost;

    PooledConnection(ClientContext context, Endpoint endpoint) {
        this.context = context;
        this.endpoint = endpoint;
        int inFlight = context.config().maxInFlightPerConnection();
        calls = new InFlightTable(inFlight + context.config().maxWaitingPerConnection());
        deadlines = new CallDeadlines(context.threads().wheel(), context.clock(), calls, this);
        silence = new SilentPeerDetector(calls, context.config().callTimeout());
        writeQueue = new WriteQueue(inFlight, this);
        finishEndTimer = context.threads().wheel().timer(this::finishEnd);
    }

    /** Host and port. */
    @Override
    public String endpoint() {
        return endpoint.name();
    }

    /** How many calls it has: waiting, in flight, or given up and not answered. */
    public int load() {
        return calls.size();
    }

    boolean isClosed() {
        return end != null;
    }

    /** Whether a reply ever came. */
    boolean isProven() {
        return proven;
    }

    // ---- calls

    /**
     * Takes a call if there is room for it. The call is then registered, and must be handed to {@link #send} or given
     * up.
     */
    boolean take(PendingCall call) {
        call.readsBefore(reads.getOpaque());
        int before = calls.register(call, this);
        if (before < 0) {
            return false;
        }
        if (before >= context.config().maxInFlightPerConnection()) {
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
            // Replies are on their way, and so may be more calls: they leave together.
            if (writeQueue.tryBecomeWriter()) {
                writeOnSelector();
            }
        } else {
            writeQueue.flush();
        }
    }

    /** Who has the writer's role must write: here, if the task cannot even be made. */
    private void writeOnSelector() {
        try {
            runOnSelector(writeQueue::write);
        } catch (Throwable t) {
            writeQueue.write();
        }
    }

    /** The caller gives a call up. Returns false if the call has ended already. */
    @Override
    public boolean cancel(PendingCall call) {
        if (abandon(call) == NOT_ABANDONED) {
            return false;
        }
        context.completion().cancelled(call);
        afterAbandoning();
        return true;
    }

    /** Ends a call without a reply. Returns its state before, or NOT_ABANDONED if it had ended already. */
    private int abandon(PendingCall call) {
        for (int state = call.state(); state < PendingCall.ENDED; state = call.state()) {
            if (abandon(call, state)) {
                return state;
            }
        }
        return NOT_ABANDONED;
    }

    /** Ends a call that has this state. Returns false if it has another one. Allocates nothing. */
    private boolean abandon(PendingCall call, int state) {
        if (!call.abandon(state)) {
            return false;
        }
        if (state < PendingCall.SENT) {
            endedInQueue.incrementAndGet();
            calls.remove(call);
            call.releaseFrame();
            if (state == PendingCall.ENCODED) {
                context.memory().giveBack(call.countedBytes());
            }
        } else {
            abandoned.incrementAndGet();
        }
        return true;
    }

    /** Passes over what ended in the queue; closes a connection that only holds calls that were given up. */
    private void afterAbandoning() {
        if (connection == null) {
            return;
        }
        writeQueue.flush();
        int maxInFlight = context.config().maxInFlightPerConnection();
        if (abandoned.get() >= maxInFlight) {
            end(
                    FailureCause.NO_CAPACITY,
                    "all " + maxInFlight + " calls in flight were abandoned without a reply",
                    null);
        } else if (writeQueue.waitsForSocket() && endedInQueue.get() > MAX_ENDED_IN_QUEUE_FACTOR * calls.limit()) {
            end(
                    FailureCause.NO_CAPACITY,
                    "nothing can be written, and " + endedInQueue + " queued calls were abandoned",
                    null);
        }
    }

    /** A call that was taken could not be encoded: it never gets into the queue. */
    void notEncoded(PendingCall call, String reason, Throwable thrown) {
        endHere(call, new End(FailureCause.UNWRITABLE_CALL, reason, thrown));
    }

    /** There is no memory for a call that was taken: it never gets into the queue. */
    void noMemory(PendingCall call, String size) {
        context.memory().countRejection();
        String reason = "calls that are not sent yet take " + context.memory().bytes() + " bytes, maxQueuedBytes is "
                + context.config().maxQueuedBytes() + size;
        endHere(call, new End(FailureCause.NO_CAPACITY, reason, null));
    }

    private void endHere(PendingCall call, End why) {
        CallFailedException failure = failure(call, why, false);
        if (call.abandon() == PendingCall.QUEUED) {
            calls.remove(call);
            call.releaseFrame();
            context.completion().failedHere(call, failure);
        } else {
            endedBeforeEncoded(call);
        }
    }

    /** A call was given up before it could be queued: it is not passed over. */
    void endedBeforeEncoded(PendingCall call) {
        call.releaseFrame();
        endedInQueue.decrementAndGet();
    }

    @Override
    public void endBroken(PendingCall call, Throwable thrown) {
        int before = abandon(call);
        if (before != NOT_ABANDONED) {
            context.completion().broken(call, before == PendingCall.SENT, thrown);
        }
    }

    // ---- deadlines, on the thread of the wheel

    /** {@inheritDoc} The caller of a blocking call does this as well, if the wheel does not come. */
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
        return failure(call, new End(FailureCause.NO_CAPACITY, reason, null), sent);
    }

    /** Says why a call ends that was sent, or that was not. */
    private interface FailureOfCall {
        CallFailedException failure(boolean sent);
    }

    /**
     * Ends a call, if it has not ended. What its caller gets is made before: if this throws for want of memory, the call
     * goes on, and can be ended later.
     */
    private void endIf(PendingCall call, FailureOfCall why, long now) {
        for (int state = call.state(); state < PendingCall.ENDED; state = call.state()) {
            CallFailedException failure = why.failure(state == PendingCall.SENT);
            if (abandon(call, state)) {
                try {
                    recordTimeout(call, failure, now);
                } finally {
                    context.completion().failed(call, failure);
                }
                return;
            }
        }
    }

    /** Before the caller is told: its next call has to find a silent connection replaced. */
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
        return "no byte came from this peer: does it speak framed "
                + context.config().protocol() + "?";
    }

    // ---- replies, on the selector thread of the connection

    /**
     * Bytes came, on a connection that is open or whose TLS handshake goes on; the latter has a limit of its own,
     * connectTimeout, and is not counted. Returns false as {@link #countRead} does.
     */
    @Override
    public boolean bytesRead() {
        return connection == null ? !isClosed() : countRead();
    }

    /**
     * Bytes came, whole frames or not. Returns false if the connection has ended and is only still to be closed: bytes
     * before these may be lost, so these cannot be cut into frames.
     */
    boolean countRead() {
        reads.lazySet(reads.getPlain() + 1);
        return !isClosed();
    }

    @Override
    public void replies(FrameBatch batch) {
        CallCodec codec = context.codecs().take();
        int answered = 0;
        boolean whole = false;
        try {
            for (int i = 0; i < batch.size() && !isClosed(); i++) {
                answered += reply(codec, batch.array(i), batch.offset(i), batch.length(i)) ? 1 : 0;
            }
            whole = true;
        } finally {
            if (whole) {
                context.codecs().giveBack(codec);
            } else { // it may be left in the middle of a message
                codec.close();
            }
        }
        if (writeQueue.countReplies(answered)) {
            endpoint.pipelining().singleReplied();
        }
        writeQueue.flush();
    }

    /** Returns whether it was the reply to a call, even if that was given up. */
    private boolean reply(CallCodec codec, byte[] array, int offset, int length) {
        TMessage header;
        try {
            header = codec.read(array, offset, length);
        } catch (TException | RuntimeException e) {
            codec.renew();
            String what = "a frame is not a message of the client's protocol: ";
            end(new End(FailureCause.PROTOCOL_ERROR, what + e, e), what + LogSanitizer.describe(e));
            return false;
        }
        PendingCall call = calls.find(header.seqid);
        if (call == null || call.isOneway()) {
            context.completion().counters().countUnknownReply();
            return false;
        }
        if (call.end()) {
            calls.remove(call);
            prove();
            deliver(call, codec);
            return true;
        }
        if (call.state() == PendingCall.ABANDONED) {
            calls.remove(call);
            prove();
            abandoned.decrementAndGet();
            context.completion().counters().countLateReply();
            return true;
        }
        context.completion().counters().countUnknownReply(); // the call was never sent
        return false;
    }

    /** What the call itself cannot deal with ends it, and then the connection. */
    private void deliver(PendingCall call, CallCodec codec) {
        try {
            call.replied(codec);
        } catch (Throwable t) {
            context.completion().broken(call, true, t);
            throw t;
        }
    }

    private void prove() {
        if (!proven) {
            proven = true;
        }
    }

    // ---- what the writeQueue tells

    @Override
    public void sent(int count) {
        context.completion().counters().countSent(count);
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
        } else { // given up when it was on its way already
            abandoned.decrementAndGet();
        }
    }

    @Override
    public void skipped() {
        endedInQueue.decrementAndGet();
    }

    @Override
    public void writeFailed(Throwable cause) {
        try {
            runOnSelector(() -> end(FailureCause.CONNECTION_RESET, "writing failed: " + cause, cause));
        } catch (Throwable t) {
            broken(cause);
        }
    }

    // ---- begin and end

    /**
     * The connection is there. On its selector thread, before anything is read. It gets calls once it can write them.
     * Does not throw.
     */
    @Override
    public void opened(TCPNIOConnection opened) {
        connection = opened;
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
        End why;
        try {
            String message =
                    cause == FailureCause.CONNECT_FAILED && thrown instanceof Exception ? thrown.getMessage() : null;
            why = new End(cause, what + (message == null ? thrown : message), thrown);
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

    /** Grizzly has closed the connection, whoever wanted it. */
    @Override
    public void closed(CloseReason reason) {
        Throwable thrown = reason.getCause();
        try {
            if (thrown instanceof FrameException) {
                end(FailureCause.PROTOCOL_ERROR, thrown.getMessage(), thrown);
            } else if (thrown instanceof EOFException) {
                end(FailureCause.CLOSED_BY_PEER, proven ? "closed by peer" : unprovenClose(), null);
            } else {
                end(FailureCause.CONNECTION_RESET, "connection lost: " + thrown, thrown);
            }
        } catch (Throwable t) {
            broken(t);
        }
    }

    private String unprovenClose() {
        return "closed by peer before any reply came; does it speak framed "
                + context.config().protocol() + "?";
    }

    /** Ends the connection, and all its calls with it. Does nothing the second time. */
    void end(FailureCause cause, String reason, Throwable thrown) {
        end(new End(cause, reason, thrown), reason);
    }

    /**
     * Does not throw.
     *
     * @param logged the reason without anything that the peer wrote
     */
    private void end(End why, String logged) {
        if (ended.compareAndSet(false, true)) {
            loggedEnd = logged;
            end = why;
            finishEnd();
        }
    }

    /** What throws is done again by the wheel, so that no call is left on a connection that has ended. */
    private void finishEnd() {
        try {
            if (!reportedLost) {
                endpoint.lost(this, end.reason(), loggedEnd);
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

    private void fail(PendingCall call, End why) {
        endIf(call, sent -> failure(call, why, sent), NEVER);
    }

    private CallFailedException failure(PendingCall call, End why, boolean mayHaveRun) {
        return new CallFailedException(why.cause(), call.method(), endpoint(), mayHaveRun, why.reason(), why.thrown());
    }
}
