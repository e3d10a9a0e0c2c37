package io.grizzlythrift.client.inflight;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.ClientCallListener;
import io.grizzlythrift.client.codec.CallCodec;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Deque;
import java.util.Optional;

/**
 * One call on its way. It ends exactly once: whoever changes its state to ended, be it the reply, the deadline, the
 * caller or the end of the connection, tells the caller.
 *
 * <pre>
 *   QUEUED --encoded--> ENCODED --writer--> SENT --reply--> ENDED
 *      |                   |                 |
 *      | given up          | given up        | given up: its id stays taken until the reply comes
 *      v                   v                 v
 *    ENDED               ENDED           ABANDONED --late reply--> (dropped)
 * </pre>
 */
public abstract class PendingCall {
    /** Registered and encoded; no byte was handed to the socket. The bytes of the call are counted. */
    public static final int ENCODED = -1;

    /** Registered, not encoded yet. */
    public static final int QUEUED = 0;

    /** Handed to the socket, in part or whole. */
    public static final int SENT = 1;

    /** Over; nothing more will come for its sequence id. */
    public static final int ENDED = 2;

    /** Over for the caller, but the reply may still come. */
    public static final int ABANDONED = 3;

    private static final VarHandle STATE;
    private static final VarHandle NEXT;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(PendingCall.class, "state", int.class);
            NEXT = MethodHandles.lookup().findVarHandle(PendingCall.class, "next", PendingCall.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final String method;
    private final boolean oneway;
    private final long timeoutNanos;
    private final long deadline;

    /** Before this time the call must have been sent. At most the deadline. */
    private long sendBy;

    /** Of the interceptors that began the call, the last first; null if there are none. */
    private Deque<ClientCallListener> listeners;

    private CallConnection connection;
    private int sequenceId;

    /** How often its connection had brought bytes when it took the call. */
    private int readsBefore;

    private byte[] frame;
    private int frameOffset;
    private int frameLength;
    private int countedBytes;

    // Of an end without a reply that was delivered. Only for Outcomes, one thread at a time.
    private Throwable endedBy;
    private boolean mayHaveRun;
    private PendingCall nextUnfinished;

    /** Whether the end was counted. */
    private boolean counted;

    /** Volatile, not less: who adds a call must see that the writer left, or the writer the call. */
    private volatile PendingCall next;

    private volatile int state;

    /**
     * Makes a call that no connection has taken yet.
     *
     * @param timeoutNanos the time that the call has
     * @param now the time of the client's clock
     */
    public PendingCall(String method, boolean oneway, long timeoutNanos, long now) {
        this.method = method;
        this.oneway = oneway;
        this.timeoutNanos = timeoutNanos;
        deadline = now + timeoutNanos;
        sendBy = deadline;
    }

    /**
     * The reply is there. Called once at most, instead of {@link #failed} and {@link #sent}, on the selector thread.
     *
     * @param reply the frame, its header read; only until this returns
     */
    public abstract void replied(CallCodec reply);

    /** The oneway call was handed to the socket. Called once at most, instead of {@link #failed}. */
    public abstract void sent();

    /**
     * The call ended without a reply that was delivered. Called once at most; again only if it threw, which it does only
     * if the caller knows nothing of the end.
     */
    public abstract void failed(CallFailedException failure);

    /** Whether {@link #sent} and {@link #failed} run code of the user's, so that the thread matters. */
    public abstract boolean runsUserCode();

    public final String method() {
        return method;
    }

    /** What a server of several services calls the service, if the name is not part of that of the method. */
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

    /** When it began. */
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

    public final Deque<ClientCallListener> listeners() {
        return listeners;
    }

    public final void listeners(Deque<ClientCallListener> begun) {
        listeners = begun;
    }

    /** The connection that took the call, or null if none did yet. */
    public final CallConnection connection() {
        return connection;
    }

    public final int sequenceId() {
        return sequenceId;
    }

    public final void assign(CallConnection taker, int id) {
        connection = taker;
        sequenceId = id;
    }

    public final int readsBefore() {
        return readsBefore;
    }

    public final void readsBefore(int reads) {
        readsBefore = reads;
    }

    /** Sets the encoded message, its length in front. */
    public final void frame(byte[] array, int offset, int length) {
        frame = array;
        frameOffset = offset;
        frameLength = length;
    }

    public final byte[] frame() {
        return frame;
    }

    public final int frameOffset() {
        return frameOffset;
    }

    public final int frameLength() {
        return frameLength;
    }

    /** What ended it: a {@link CallFailedException}, or what one is yet to be made of. */
    public final Throwable endedBy() {
        return endedBy;
    }

    /** Notes how the call ended; {@code sent} says whether it was handed to the socket. */
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

    public final PendingCall nextUnfinished() {
        return nextUnfinished;
    }

    public final void nextUnfinished(PendingCall other) {
        nextUnfinished = other;
    }

    public final void releaseFrame() {
        frame = null;
    }

    public final PendingCall next() {
        return next;
    }

    public final void next(PendingCall call) {
        next = call;
    }

    /** Forgets what follows. Only for the consumer; nothing has to see it at once, as what it has in its stead. */
    public final void unlink() {
        NEXT.setRelease(this, null);
    }

    public final int state() {
        return state;
    }

    /**
     * From QUEUED to ENCODED. Returns false if the call ended before: then its bytes are the caller's of this method to
     * give back, otherwise those of whoever ends or sends it.
     *
     * @param bytes how many are counted for it
     */
    public final boolean encoded(int bytes) {
        countedBytes = bytes;
        return STATE.compareAndSet(this, QUEUED, ENCODED);
    }

    /** How many bytes are counted for it from being encoded. */
    public final int countedBytes() {
        return countedBytes;
    }

    /** To SENT, before the call has ended. Returns false if it has. */
    public final boolean beginSending() {
        return STATE.compareAndSet(this, ENCODED, SENT) || STATE.compareAndSet(this, QUEUED, SENT);
    }

    /** From SENT to ENDED: the reply is there, or none is expected. Returns false if the call was given up before. */
    public final boolean end() {
        return STATE.compareAndSet(this, SENT, ENDED);
    }

    /**
     * Ends the call without a reply: QUEUED and ENCODED become ENDED, SENT becomes ABANDONED.
     *
     * @return the state before; QUEUED, ENCODED and SENT mean that this ended it
     */
    public final int abandon() {
        while (true) {
            int before = state;
            if (before >= ENDED || abandon(before)) {
                return before;
            }
        }
    }

    /** As {@link #abandon()}, if this is its state, one before ENDED. Returns false if it is not. */
    public final boolean abandon(int before) {
        return STATE.compareAndSet(this, before, before < SENT ? ENDED : ABANDONED);
    }
}
