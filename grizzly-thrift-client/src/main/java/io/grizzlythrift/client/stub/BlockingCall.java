package io.grizzlythrift.client.stub;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.CallTimeoutException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.codec.CallCodec;
import io.grizzlythrift.client.context.ClientContext;
import io.grizzlythrift.client.inflight.CallConnection;
import io.grizzlythrift.thread.CurrentThread;
import io.grizzlythrift.thread.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessageType;

/** An attempt at a call whose caller waits for it and decodes the reply. The caller also starts further attempts. */
public class BlockingCall extends CallAttempt {
    /**
     * How long after the deadline the caller ends the call itself. The timer thread is less late than this, as long as it runs.
     */
    private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** The end of a oneway call that was sent, in place of a reply. */
    private static final Object SENT_ONEWAY = new Object();

    /** The end of an attempt whose outcome is no longer handled. */
    private static final Object DISCARDED = new Object();

    private static final VarHandle END = VarHandles.of(MethodHandles.lookup(), BlockingCall.class, "end", Object.class);

    private final ClientContext context;

    /**
     * Whether the thread that makes the call also waits for it, at once, and is not a virtual thread, which would occupy its
     * carrier while it waits for the socket.
     */
    private final boolean awaitedHere;

    /** The waiting thread; null before one waits. It need not be the thread that started the call. */
    private volatile Thread waiter;

    /** Whether the waiting thread may be waiting for the socket, where unparking does not wake it. */
    private volatile boolean reading;

    /**
     * How the attempt ended: the {@link CallCodec.Message} of a reply, a {@link CallFailedException}, {@link #SENT_ONEWAY} or
     * {@link #DISCARDED}; null before. The waiting thread counts a reply when it has decoded it. If the attempt is discarded,
     * the second of the two changes, to the reply and to DISCARDED, counts the reply.
     */
    private volatile Object end;

    /**
     * Creates an attempt at a call of a stub. It is not started yet.
     *
     * @throws IllegalStateException on a thread of the client, which would wait for itself
     */
    BlockingCall(Invocation invocation, long timeoutNanos) {
        super(invocation, timeoutNanos);
        context = invocation.context();
        awaitedHere = !isOneway() && !CurrentThread.isVirtual();
        context.threads().requireMayWait("a call of " + method());
    }

    /**
     * Creates a call of a transport. It is not started yet.
     *
     * @throws IllegalStateException on a thread of the client, which would wait for itself
     */
    public BlockingCall(String method, boolean oneway, long timeoutNanos, ClientContext context) {
        super(method, oneway, timeoutNanos, context.now());
        this.context = context;
        awaitedHere = false; // its reply may be read much later
        context.threads().requireMayWait("a call of " + method);
    }

    @Override
    final BlockingCall another(long timeoutNanos) {
        BlockingCall next = new BlockingCall(invocation(), timeoutNanos);
        next.waiter = waiter;
        return next;
    }

    @Override
    final void scheduleHedge(Attempts attempts) {
        attempts.hedgeOnWaiter();
        LockSupport.unpark(waiter);
    }

    @Override
    public void replied(CallCodec codec) {
        endWith(codec.message());
    }

    @Override
    public final void sent() {
        endWith(SENT_ONEWAY);
    }

    @Override
    public final void failed(CallFailedException cause) {
        endWith(cause);
    }

    private void endWith(Object how) {
        if (!END.compareAndSet(this, null, how)) {
            countIfReply(how);
            return;
        }
        Thread waiting = waiter;
        if (waiting == Thread.currentThread()) {
            return;
        }
        LockSupport.unpark(waiting); // does nothing while no thread waits
        if (reading) {
            connection().wakeReader();
        }
    }

    /** {@inheritDoc} If it cannot be cancelled, its reply has arrived or is being delivered, and counts without being decoded. */
    @Override
    final void discard() {
        if (!cancel()) {
            countIfReply(END.getAndSet(this, DISCARDED));
        }
    }

    private void countIfReply(Object how) {
        if (how instanceof CallCodec.Message reply) {
            if (reply.header().type == TMessageType.EXCEPTION) {
                context.completion().threw(this, Optional.empty(), reply.length());
            } else {
                context.completion().completed(this, reply.length());
            }
        }
    }

    /**
     * {@inheritDoc} False if the call may be hedged: the reply may then arrive on any of several connections. False, too, if it
     * waited for a connection, which the caller does not know.
     */
    @Override
    public final boolean readsOwnReply() {
        return awaitedHere && attempts() == null && !hasWaited();
    }

    @Override
    public final boolean runsUserCode() {
        return false;
    }

    /**
     * Waits until the call ends. Ends the call itself if no other thread has done so shortly after the deadline.
     *
     * @throws CallFailedException if the call failed, or if the thread is interrupted, which abandons the call; the thread
     *     stays interrupted
     */
    public final void await() throws CallFailedException {
        CallFailedException failure = awaitAttempt().failure();
        if (failure != null) {
            throw failure;
        }
    }

    /**
     * Waits until an attempt at the call has ended, and returns it: this one, unless there are others. Starts hedges meanwhile.
     * Only for the first attempt.
     *
     * @throws CallFailedException if the thread is interrupted, or if the thread that ended the call does not report it in time
     */
    final BlockingCall awaitAttempt() throws CallFailedException {
        waiter = Thread.currentThread();
        if (readsOwnReply() && connection() != null) {
            readReply();
        }
        while (true) {
            BlockingCall ended = ended();
            if (ended != null) {
                return ended;
            }
            Attempts attempts = attempts();
            if (attempts != null && attempts.takeHedgeOnWaiter()) { // it may have become due before this thread waited
                attempts.hedge();
            }
            LockSupport.parkNanos(this, Math.max(0, deadline() - context.now()) + LATE_NANOS);
            if (context.now() - deadline() >= LATE_NANOS && ended() == null) {
                endOverdue();
            }
            if (waiter.isInterrupted() && ended() == null && cancelAll()) {
                throw interrupted();
            }
        }
    }

    /** Reads until the call has ended, if the connection leaves reading to this thread. */
    private void readReply() {
        reading = true; // before this thread checks whether the call has ended
        connection().awaitReply(this);
        reading = false;
    }

    /** {@return the attempts whose end has not been handled} */
    private List<? extends CallAttempt> running() {
        Attempts attempts = attempts();
        return attempts == null ? List.of(this) : attempts.running();
    }

    private BlockingCall ended() {
        if (attempts() == null) {
            return end != null ? this : null;
        }
        for (CallAttempt attempt : running()) {
            BlockingCall call = (BlockingCall) attempt;
            if (call.end != null) {
                return call;
            }
        }
        return null;
    }

    /** Abandons all attempts. Returns false if one has ended by itself. */
    private boolean cancelAll() {
        Attempts attempts = attempts();
        return attempts == null ? cancel() : attempts.cancelRunning();
    }

    private CallFailedException interrupted() {
        Attempts attempts = attempts();
        return new CallFailedException(
                FailureCause.CANCELLED,
                method(),
                connection().endpoint(),
                attempts == null ? state() == ABANDONED : attempts.mayHaveRun(),
                "the waiting thread was interrupted",
                null);
    }

    /**
     * Ends the call because the timer thread has not. Then waits once more for a thread that has ended the call and is about to
     * report it.
     */
    private void endOverdue() throws CallTimeoutException {
        CallConnection any = null;
        for (CallAttempt attempt : running()) {
            CallConnection connection = attempt.connection();
            if (connection != null) {
                connection.overdue(attempt, context.now());
                any = connection;
            }
        }
        if (any == null) {
            return;
        }
        if (ended() == null) {
            LockSupport.parkNanos(this, LATE_NANOS);
        }
        if (ended() == null && !waiter.isInterrupted()) {
            running().forEach(CallAttempt::discard);
            throw new CallTimeoutException(method(), any.endpoint(), true, timeout(), "");
        }
    }

    /** {@return why the attempt failed, once it has ended; null if it has a reply, or was sent if it is oneway} */
    final CallFailedException failure() {
        if (end instanceof CallFailedException failure) {
            failure.fillInStackTrace(); // that of the caller, not of the thread that detected the failure
            return failure;
        }
        return null;
    }

    private CallCodec.Message reply() {
        return (CallCodec.Message) end;
    }

    /** {@return the size of the reply in bytes; only once the call has ended with one} */
    final int replyBytes() {
        return reply().length();
    }

    /** Lets a codec continue after the header of the reply. Only once the call has ended with one. */
    final void readInto(CallCodec codec) throws TException {
        codec.resume(reply());
    }
}
