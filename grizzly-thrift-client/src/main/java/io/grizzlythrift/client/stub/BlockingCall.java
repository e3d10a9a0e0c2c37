package io.grizzlythrift.client.stub;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.CallTimeoutException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.codec.CallCodec;
import io.grizzlythrift.client.inflight.CallConnection;
import io.grizzlythrift.client.inflight.PendingCall;
import io.grizzlythrift.client.pool.ClientContext;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.thrift.TException;

/** A call whose caller waits for it, and decodes the reply. */
public class BlockingCall extends PendingCall {
    /**
     * How long after the deadline the caller ends the call itself. The timer thread is late by less, as long as it
     * runs.
     */
    private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Optional<String> service;
    private final ClientContext context;

    /** The waiting thread, once there is one; not always the thread that started the call. */
    private volatile Thread waiter;

    private CallCodec.Message reply;
    private CallFailedException failure;
    private volatile boolean done;

    /**
     * Makes a call that is yet to be started.
     *
     * @throws IllegalStateException on a thread of the client, which would wait for itself
     */
    public BlockingCall(
            String method, Optional<String> service, boolean oneway, long timeoutNanos, ClientContext context) {
        super(method, oneway, timeoutNanos, context.now());
        this.service = service;
        this.context = context;
        context.threads().requireMayWait("a call of " + method);
    }

    @Override
    public final Optional<String> service() {
        return service;
    }

    @Override
    public void replied(CallCodec codec) {
        reply = codec.message();
        wake();
    }

    @Override
    public final void sent() {
        wake();
    }

    @Override
    public final void failed(CallFailedException cause) {
        failure = cause;
        wake();
    }

    private void wake() {
        done = true;
        LockSupport.unpark(waiter); // does nothing if no thread waits yet
    }

    @Override
    public final boolean runsUserCode() {
        return false;
    }

    /**
     * Waits until the call ends. A little after the deadline, ends the call itself if no other thread did.
     *
     * @throws CallFailedException if the call failed, or if the thread is interrupted, which abandons the call; the
     *     thread stays interrupted
     */
    public final void await() throws CallFailedException {
        waiter = Thread.currentThread();
        while (!done) {
            LockSupport.parkNanos(this, timeoutNanos() + LATE_NANOS);
            if (!done && context.now() - deadline() >= LATE_NANOS) {
                endOverdue();
            }
            if (!done && waiter.isInterrupted() && cancel()) {
                String endpoint = connection().endpoint();
                throw new CallFailedException(
                        FailureCause.CANCELLED,
                        method(),
                        endpoint,
                        state() == ABANDONED,
                        "the thread that waits for it was interrupted",
                        null);
            }
        }
        if (failure != null) {
            failure.fillInStackTrace(); // of the caller, not of the thread that found out
            throw failure;
        }
    }

    /**
     * Ends the call because the timer thread did not. Waits once more for a thread that ended it and is about to say
     * so.
     */
    private void endOverdue() throws CallFailedException {
        CallConnection connection = connection();
        if (connection == null) {
            return;
        }
        connection.overdue(this, context.now());
        if (!done) {
            LockSupport.parkNanos(this, LATE_NANOS);
        }
        if (!done && !waiter.isInterrupted()) {
            throw new CallTimeoutException(method(), connection.endpoint(), true, timeout(), "");
        }
    }

    /** Abandons the call. Returns false if it has ended. */
    final boolean cancel() {
        CallConnection connection = connection();
        return connection != null && connection.cancel(this);
    }

    /** {@return the size of the reply, once the call has ended with one} */
    final int replyBytes() {
        return reply.length();
    }

    /** Continues to read the reply after its header, once the call has ended with one. */
    final void readInto(CallCodec codec) throws TException {
        codec.resume(reply);
    }
}
