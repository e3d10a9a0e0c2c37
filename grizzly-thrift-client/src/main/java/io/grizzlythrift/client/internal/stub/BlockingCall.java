package io.grizzlythrift.client.internal.stub;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.CallTimeoutException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.internal.call.CallCodec;
import io.grizzlythrift.client.internal.call.CallConnection;
import io.grizzlythrift.client.internal.call.PendingCall;
import io.grizzlythrift.client.internal.connection.ClientContext;
import io.grizzlythrift.strategy.internal.util.CurrentThread;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessageType;

/**
 * A call whose caller waits for it and decodes the reply. The caller also starts further attempts.
 *
 * <p>The outcome of an attempt is the {@link CallCodec.Message} of a reply, a {@link CallFailedException}, {@link #SENT_ONEWAY}
 * or {@link #DISCARDED}. The waiting thread counts a reply when it has decoded it. If the attempt is discarded, the second of the
 * two changes, to the reply and to DISCARDED, counts the reply.
 */
class BlockingCall extends ClientCall {
    /**
     * How long after the deadline the caller ends the call itself. The timer thread is less late than this, as long as it runs.
     */
    private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** The outcome of a oneway call that was sent, in place of a reply. */
    private static final Object SENT_ONEWAY = new Object();

    /** The outcome of an attempt that is no longer handled. */
    private static final Object DISCARDED = new Object();

    /**
     * Whether the thread that makes the call also waits for it, at once, and is not a virtual thread, which would occupy its
     * carrier while it waits for the socket.
     */
    private final boolean awaitedByReader;

    /** The waiting thread; null before one waits. It need not be the thread that started the call. */
    private volatile Thread waiter;

    /** Whether the waiting thread may be waiting for the socket, where unparking does not wake it. */
    private volatile boolean reading;

    /**
     * Creates a call of a stub. It is not started yet.
     *
     * @throws IllegalStateException on a thread of the client, which would wait for itself
     */
    BlockingCall(Stub stub, StubMethod method, Object[] arguments) {
        super(stub, method, arguments);
        awaitedByReader = !method.generated().isOneway() && !CurrentThread.isVirtual();
        context().threads().requireMayWait("a call of ", method.generated().name());
    }

    /**
     * Creates a call of a transport. It is not started yet.
     *
     * @throws IllegalStateException on a thread of the client, which would wait for itself
     */
    BlockingCall(String method, ClientContext context) {
        super(context);
        awaitedByReader = false; // its reply may be read much later
        context.threads().requireMayWait("a call of ", method);
    }

    @Override
    final boolean isAwaitedByReader() {
        return awaitedByReader;
    }

    @Override
    final boolean runsUserCode() {
        return false;
    }

    // ---- on any thread

    @Override
    void replied(Attempt attempt, CallCodec reply) {
        end(attempt, reply.message());
    }

    @Override
    final void sent(Attempt attempt) {
        end(attempt, SENT_ONEWAY);
    }

    @Override
    final void failed(Attempt attempt, CallFailedException failure) {
        end(attempt, failure);
    }

    private void end(Attempt attempt, Object outcome) {
        if (!attempt.outcome(outcome)) {
            countIfReply(attempt, outcome);
            return;
        }
        Thread waiting = waiter;
        if (waiting == Thread.currentThread()) {
            return;
        }
        LockSupport.unpark(waiting); // does nothing while no thread waits
        if (reading) {
            attempt.connection().wakeReader();
        }
    }

    /** {@inheritDoc} If it cannot be cancelled, its reply has arrived or is being delivered, and counts without being decoded. */
    @Override
    final void discard(Attempt attempt) {
        if (!attempt.cancel()) {
            countIfReply(attempt, attempt.replaceOutcome(DISCARDED));
        }
    }

    private void countIfReply(Attempt attempt, Object outcome) {
        if (outcome instanceof CallCodec.Message reply) {
            count(attempt, reply.header().type, reply.length());
        }
    }

    /** Counts a reply that is not decoded. */
    final void count(Attempt attempt, byte type, int bytes) {
        if (type == TMessageType.EXCEPTION) {
            completion().threw(attempt, Optional.empty(), bytes);
        } else {
            completion().completed(attempt, bytes);
        }
    }

    @Override
    final void scheduleHedge(Attempt beside) {
        attempts().hedgeOnWaiter();
        LockSupport.unpark(waiter);
    }

    // ---- on the thread that waits

    /** Makes the call, and returns its result. */
    final Object result() throws TException {
        stub().start(this);
        while (true) {
            Attempt ended = awaitAttempt();
            TException thrown = failureOf(ended);
            Object result = null;
            if (thrown == null && !ended.isOneway()) {
                try {
                    result = decode(ended);
                } catch (Throwable t) {
                    thrown = unreadable(ended, t);
                }
            }
            if (endsCall(ended, thrown)) {
                completion().callbacks().reportHeaders(ended);
                return result;
            }
        }
    }

    /**
     * Returns whether the end of an attempt ends the call. If the call fails, throws its exception, which may be that of
     * another attempt.
     */
    private boolean endsCall(Attempt attempt, TException thrown) throws TException {
        if (thrown == null) {
            return succeeded(attempt);
        }
        TException failure = retryOrFail(attempt, thrown);
        if (failure != null) {
            completion().callbacks().reportHeaders(attempt);
            throw failure;
        }
        return false;
    }

    private Object decode(Attempt attempt) throws TException {
        CallCodec codec = context().codecs().take();
        try {
            codec.resume(replyTo(attempt));
            Object result = codec.readResult(method().generated());
            completion().completed(attempt, replyTo(attempt).length());
            return result;
        } finally {
            context().codecs().giveBack(codec);
        }
    }

    /** Counts the failure in any case, and returns the exception to throw. */
    private TException unreadable(Attempt attempt, Throwable thrown) {
        try {
            return completion().notAResult(attempt, thrown, replyTo(attempt).length());
        } catch (Throwable t) {
            completion().broken(attempt, true, thrown);
            throw t;
        }
    }

    /** {@return the reply to an attempt that has ended with one} */
    static CallCodec.Message replyTo(Attempt attempt) {
        return (CallCodec.Message) attempt.outcome();
    }

    /** {@return why an attempt failed that has ended; null if it has a reply, or was sent if it is oneway} */
    private static CallFailedException failureOf(Attempt attempt) {
        if (attempt.outcome() instanceof CallFailedException failure) {
            failure.fillInStackTrace(); // that of the caller, not of the thread that detected the failure
            return failure;
        }
        return null;
    }

    /**
     * Waits until the only attempt ends. Ends it itself if no other thread has done so shortly after the deadline.
     *
     * @throws CallFailedException if the call failed, or if the thread is interrupted, which abandons the call; the thread
     *     stays interrupted
     */
    public final void await() throws CallFailedException {
        CallFailedException failure = failureOf(awaitAttempt());
        if (failure != null) {
            throw failure;
        }
    }

    /**
     * Waits until an attempt has ended, and returns it. Starts hedges meanwhile.
     *
     * @throws CallFailedException if the thread is interrupted, or if the thread that ended the call does not report it in time
     */
    private Attempt awaitAttempt() throws CallFailedException {
        waiter = Thread.currentThread();
        if (first().readsOwnReply() && first().connection() != null) {
            readReply();
        }
        while (true) {
            Attempt ended = ended();
            if (ended != null) {
                return ended;
            }
            Attempts attempts = attempts();
            if (attempts != null && attempts.takeHedgeOnWaiter()) { // it may have become due before this thread waited
                attempts.hedge();
            }
            LockSupport.parkNanos(
                    this, Math.max(0, first().deadline() - context().now()) + LATE_NANOS);
            if (context().now() - first().deadline() >= LATE_NANOS && ended() == null) {
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
        first().connection().awaitReply(first());
        reading = false;
    }

    /** {@return the attempts whose end has not been handled} */
    private List<Attempt> running() {
        Attempts attempts = attempts();
        return attempts == null ? List.of(first()) : attempts.running();
    }

    private Attempt ended() {
        if (attempts() == null) {
            return first().outcome() != null ? first() : null;
        }
        for (Attempt attempt : running()) {
            if (attempt.outcome() != null) {
                return attempt;
            }
        }
        return null;
    }

    /** Abandons all attempts. Returns false if one has ended by itself. */
    private boolean cancelAll() {
        Attempts attempts = attempts();
        return attempts == null ? first().cancel() : attempts.cancelRunning();
    }

    private CallFailedException interrupted() {
        Attempts attempts = attempts();
        return new CallFailedException(
                FailureCause.CANCELLED,
                first().method(),
                first().connection().endpoint(),
                attempts == null ? first().state() == PendingCall.ABANDONED : attempts.mayHaveRun(),
                "the waiting thread was interrupted",
                null);
    }

    /**
     * Ends the call because the timer thread has not. Then waits once more for a thread that has ended the call and is about to
     * report it.
     */
    private void endOverdue() throws CallTimeoutException {
        CallConnection any = null;
        for (Attempt attempt : running()) {
            CallConnection connection = attempt.connection();
            if (connection != null) {
                connection.overdue(attempt, context().now());
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
            running().forEach(this::discard);
            throw new CallTimeoutException(first().method(), any.endpoint(), true, first().timeout(), "");
        }
    }
}
