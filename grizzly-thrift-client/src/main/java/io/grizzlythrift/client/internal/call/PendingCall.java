package io.grizzlythrift.client.internal.call;

import io.grizzlythrift.client.balance.BalancedCall;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.ClientCallListener;
import io.grizzlythrift.strategy.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Deque;
import java.util.Optional;

/**
 * One attempt at a call, from its start to its end. It ends exactly once: the reply, the deadline, the caller and the end of the
 * connection compete to change its state, and the one that succeeds completes it.
 *
 * <pre>
 *   NEW --encoded by a connection--> ENCODED --WriteQueue--> SENT --ReplyDispatcher--> ENDED
 *    |                                   |                     |
 *    | abandoned                         | abandoned           | abandoned: its id stays taken until the reply comes
 *    v                                   v                     v
 *  ENDED                               ENDED               ABANDONED --late reply--> (dropped)
 * </pre>
 *
 * <p>The thread that ends it then has {@code CallCompletion} count the end and notify the caller.
 *
 * <p>Every state change is an atomic compare-and-set. Fields without a comment on their thread are written before the call is
 * published by {@link InFlightTable#register} or {@link MpscCallQueue#add}, whose writes make them visible; those that
 * change when a waiting call moves to another connection are published again.
 */
public abstract class PendingCall implements CallCodec.FrameTarget, BalancedCall {
    /** Not encoded yet, whether a connection has taken it or not. */
    public static final int NEW = 0;

    /** Registered and encoded, not sent yet. Its bytes are counted as queued. */
    public static final int ENCODED = 1;

    /** Taken by the writer, which hands it to the socket. */
    public static final int SENT = 2;

    /** Ended; no further reply is expected for its sequence id. */
    public static final int ENDED = 3;

    /** Ended for the caller, but its reply may still come. */
    public static final int ABANDONED = 4;

    /** The time of a hedge that never comes. */
    public static final long NO_HEDGE = Long.MAX_VALUE;

    /** No reason to believe that the call is slow. */
    public static final int NOT_SLOW = 0;

    /** Expected to hold up the replies to later calls. */
    public static final int EXPECTED_SLOW = 1;

    /** Observed to hold up the replies to later calls, if any. */
    public static final int SEEN_SLOW = 2;

    private static final VarHandle STATE = VarHandles.of(MethodHandles.lookup(), PendingCall.class, "state", int.class);
    private static final VarHandle SLOWNESS =
            VarHandles.of(MethodHandles.lookup(), PendingCall.class, "slowness", int.class);
    private static final VarHandle NEXT =
            VarHandles.of(MethodHandles.lookup(), PendingCall.class, "next", PendingCall.class);

    private final String method;
    private final boolean oneway;
    private final long timeoutNanos;
    private final long deadline;

    /** The time by which the call must be sent; never after the deadline. */
    private long sendBy;

    /** The listeners of the interceptors that began the call, in reverse order; null if there are none. */
    private Deque<ClientCallListener> listeners;

    private CallHeaders headers;
    private InheritedContext inherited;
    private Object routingKey;
    private CallConnection connection;
    private CallConnection avoided;
    private int sequenceId;
    private boolean waited;

    /** Where the frame carries the remaining time; null if it does not. */
    private TimeoutField timeoutField;

    /** How many reads its connection had counted when it took the call. */
    private int readsBefore;

    /** Holds the frame; null before it is encoded, and once it has been copied or dropped. */
    private CallBuffer buffer;

    private int frameOffset;
    private int frameLength;
    private int prefixBytes;

    // How the call ended, if no reply was delivered. Only for CallCompletion, one thread at a time.
    private Throwable endedBy;
    private boolean mayHaveRun;
    private PendingCall nextUnfinished;

    private boolean counted;
    private boolean outcomeRecorded;
    private boolean decodedByReader;

    /** The next call of the queue; written with release semantics. */
    private volatile PendingCall next;

    private volatile int state;
    private volatile int slowness;

    /**
     * Creates a call that no connection has taken yet.
     *
     * @param timeoutNanos the timeout; the deadline is this long after {@code now}
     * @param now the time of the client's clock, in nanoseconds
     */
    public PendingCall(String method, boolean oneway, long timeoutNanos, long now) {
        this.method = method;
        this.oneway = oneway;
        this.timeoutNanos = timeoutNanos;
        deadline = now + timeoutNanos;
        sendBy = deadline;
    }

    /** Sets the connection of an earlier attempt: another one is preferred. Called before this attempt is started. */
    public final void avoid(CallConnection other) {
        avoided = other;
    }

    /** {@return the connection to avoid if possible, that of an earlier attempt; null if there is none} */
    public final CallConnection avoided() {
        return avoided;
    }

    /** {@return whether another attempt at the same call runs at this endpoint, or is about to start} */
    public boolean runsBesideAt(String endpoint) {
        return false;
    }

    /**
     * The reply has arrived. Called at most once, instead of {@link #failed} and {@link #sent}, on the thread that reads: the
     * selector thread, or the caller of a blocking call.
     *
     * @param reply the frame, with its header already read; valid until this method returns
     */
    public abstract void replied(CallCodec reply);

    /** The oneway call was handed to the socket. Called at most once, instead of {@link #failed}. */
    public abstract void sent();

    /**
     * The call ended and no reply was delivered. Called at most once; called again only if it throws, which it does only if
     * the caller was not notified.
     */
    public abstract void failed(CallFailedException failure);

    /** {@return whether the thread that made the call waits for the reply, and may read it from the socket} */
    public boolean readsOwnReply() {
        return false;
    }

    /** {@return whether {@link #sent} and {@link #failed} run user code, so that the thread matters} */
    public abstract boolean runsUserCode();

    @Override
    public final String method() {
        return method;
    }

    /** {@return the service name on a multiplexed server; empty if there is none, or if the method name contains it} */
    public Optional<String> service() {
        return Optional.empty();
    }

    public final boolean isOneway() {
        return oneway;
    }

    public final Duration timeout() {
        return Duration.ofNanos(timeoutNanos);
    }

    public final long timeoutNanos() {
        return timeoutNanos;
    }

    /** {@return when the call started} */
    public final long begun() {
        return deadline - timeoutNanos;
    }

    public final long deadline() {
        return deadline;
    }

    public final long sendBy() {
        return sendBy;
    }

    public final void sendBy(long time) {
        sendBy = Math.min(deadline, time);
    }

    /** {@return when to call {@link #hedgeDue} if the call has not ended; {@link #NO_HEDGE} for never} */
    public long hedgeAt() {
        return NO_HEDGE;
    }

    /** The hedge is due. Runs on the timer thread. */
    public void hedgeDue(long now) {}

    public final Deque<ClientCallListener> listeners() {
        return listeners;
    }

    public final void listeners(Deque<ClientCallListener> begun) {
        listeners = begun;
    }

    @Override
    public final Object routingKey() {
        return routingKey;
    }

    /** Sets the key by which a balancer chooses the server; null for none. Called before the call is started. */
    public final void routingKey(Object key) {
        routingKey = key;
    }

    /** {@return the headers of the call and of its reply; null unless the client's calls have headers} */
    public final CallHeaders headers() {
        return headers;
    }

    /** Sets the headers. Called before the call is started. */
    public final void headers(CallHeaders both) {
        headers = both;
    }

    /** {@return the connection that took the call, or the endpoint at which it waits for one; null if none has} */
    public final CallConnection connection() {
        return connection;
    }

    /** Returns the same as {@link #connection}, for threads that the call may leave meanwhile: waits while it moves. */
    public final synchronized CallConnection settledConnection() {
        return connection;
    }

    public final int sequenceId() {
        return sequenceId;
    }

    public final void assign(CallConnection taker, int id) {
        connection = taker;
        sequenceId = id;
    }

    /** The call waits at an endpoint until a connection takes it, at first no longer than until this time. */
    public final void waitAt(CallConnection placeholder, long time) {
        assign(placeholder, 0);
        waited = true;
        sendBy(time);
    }

    /** {@return whether the call waited at an endpoint, so that another thread than that of its caller sends it} */
    public final boolean hasWaited() {
        return waited;
    }

    public final int readsBefore() {
        return readsBefore;
    }

    public final void readsBefore(int reads) {
        readsBefore = reads;
    }

    @Override
    public final void timeout(TimeoutField field) {
        timeoutField = field;
    }

    /** {@return whether the frame carries the remaining time, which must be updated before it is sent} */
    final boolean carriesTimeout() {
        return timeoutField != null;
    }

    /** Updates the remaining time in the frame. Only for the thread that sends the call. */
    public final void updateTimeout(long now) {
        timeoutField.update(deadline - now);
    }

    /** {@return what the call inherits from the server call whose handler makes it; null if nothing} */
    public final InheritedContext inherited() {
        return inherited;
    }

    /** Sets what the call inherits. Called before the call is started. */
    public final void inherited(InheritedContext context) {
        inherited = context;
    }

    /** Sets the encoded message, whose first {@code prefix} bytes hold its length. */
    @Override
    public final void frame(CallBuffer holder, int offset, int length, int prefix) {
        buffer = holder;
        frameOffset = offset;
        frameLength = length;
        prefixBytes = prefix;
    }

    /**
     * Reads the call and what its reply needs.
     *
     * @return a value without meaning
     * @see InFlightTable#prefetch
     */
    public int prefetch() {
        return sequenceId + (oneway ? 1 : 0);
    }

    /** {@return the buffer that holds the encoded message; null if there is none, or no longer} */
    public final CallBuffer buffer() {
        return buffer;
    }

    public final int frameOffset() {
        return frameOffset;
    }

    public final int frameLength() {
        return frameLength;
    }

    /** {@return the size of the message in bytes, without the length prefix; 0 if it was not encoded} */
    public final int messageBytes() {
        return frameLength - prefixBytes;
    }

    /** {@return what ended the call: a {@link CallFailedException}, or the cause of one that is yet to be created} */
    public final Throwable endedBy() {
        return endedBy;
    }

    /** Records what ended the call, and whether it was handed to the socket. */
    public final void endedBy(Throwable cause, boolean sent) {
        endedBy = cause;
        mayHaveRun = sent;
    }

    public final boolean mayHaveRun() {
        return mayHaveRun;
    }

    public final boolean isCounted() {
        return counted;
    }

    public final void markCounted() {
        counted = true;
    }

    /** {@return whether what the call says about its server was recorded, or is recorded by the call itself} */
    public final boolean isOutcomeRecorded() {
        return outcomeRecorded;
    }

    /** Called only before the call is sent, or by the thread that reads, before {@link #replied} returns. */
    public final void markOutcomeRecorded() {
        outcomeRecorded = true;
    }

    /** {@return whether the reply is decoded within {@link #replied}, before it is recorded as a good one} */
    public final boolean isDecodedByReader() {
        return decodedByReader;
    }

    public final void markDecodedByReader() {
        decodedByReader = true;
    }

    public final PendingCall nextUnfinished() {
        return nextUnfinished;
    }

    public final void nextUnfinished(PendingCall other) {
        nextUnfinished = other;
    }

    /** Drops the references to the array of the frame. */
    public final void releaseFrame() {
        buffer = null;
        timeoutField = null;
    }

    public final PendingCall next() {
        return next;
    }

    /** Sets the next call of the queue. A thread that sees the link also sees everything written to that call before. */
    public final void link(PendingCall call) {
        NEXT.setRelease(this, call);
    }

    /**
     * Clears the link to the next call. Only for the consumer of the queue. A release write is enough: no thread relies on
     * seeing it.
     */
    public final void unlink() {
        NEXT.setRelease(this, null);
    }

    public final int state() {
        return state;
    }

    /** {@return whether the call was sent and its reply may still come} */
    final boolean awaitsReply() {
        int current = state;
        return !oneway && (current == SENT || current == ABANDONED);
    }

    /** {@return NOT_SLOW, EXPECTED_SLOW or SEEN_SLOW} */
    public final int slowness() {
        return slowness;
    }

    /** Marks the call as expected to be slow. Called before a connection takes it. */
    public final void expectSlow() {
        slowness = EXPECTED_SLOW;
    }

    /** Sets the slowness and returns the previous one. */
    final int slowness(int value) {
        return (int) SLOWNESS.getAndSet(this, value);
    }

    /**
     * Changes the state from NEW to ENCODED. If this returns false, the call has ended, and the caller of this method must
     * release its bytes; otherwise the thread that sends or ends the call releases them.
     */
    public final boolean encoded() {
        return STATE.compareAndSet(this, NEW, ENCODED);
    }

    /** Changes the state to SENT. Returns false if the call has ended. */
    public final boolean beginSending() {
        return STATE.compareAndSet(this, ENCODED, SENT) || STATE.compareAndSet(this, NEW, SENT);
    }

    /**
     * Changes the state from SENT to ENDED: the reply has arrived, or a oneway call was written. Returns false if the call was
     * abandoned.
     */
    public final boolean end() {
        return STATE.compareAndSet(this, SENT, ENDED);
    }

    /**
     * Ends the call without a reply: NEW and ENCODED become ENDED, SENT becomes ABANDONED.
     *
     * @return the previous state; if it is NEW, ENCODED or SENT, this method ended the call
     */
    public final int abandon() {
        while (true) {
            int before = state;
            if (before >= ENDED || abandon(before)) {
                return before;
            }
        }
    }

    /** Like {@link #abandon()}, but only from this state: NEW, ENCODED or SENT. Returns false if the state differs. */
    public final boolean abandon(int before) {
        return STATE.compareAndSet(this, before, before < SENT ? ENDED : ABANDONED);
    }
}
