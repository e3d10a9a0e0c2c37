package io.grizzlythrift.exchange;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.dispatch.CallOrigin;
import io.grizzlythrift.dispatch.QueuedBatches;
import io.grizzlythrift.dispatch.ReadBatch;
import io.grizzlythrift.log.LogLimiter;
import io.grizzlythrift.memory.MemoryAccount;
import io.grizzlythrift.memory.MemoryHolder;
import io.grizzlythrift.memory.MemoryPart;
import io.grizzlythrift.message.ProcessorTable;
import io.grizzlythrift.reply.ReplyQueue;
import io.grizzlythrift.reply.ReplyWriter;
import io.grizzlythrift.strategy.CallFlow;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.nio.NIOConnection;

/**
 * A call that came as a message of its own, from its arrival until its reply was sent. It is a source of calls with a
 * line of one.
 */
final class MessageCall implements CallOrigin, ReplyWriter, ReplyQueue.Listener, MemoryHolder {
    /** A reply is made with its length in front. */
    private static final int LENGTH_BYTES = 4;

    private static final byte[] NOTHING = {};

    private final MessageExchange exchange;
    private final ProcessorTable services;
    private final CallFlow flow;
    private final MessageService service;
    private final ReplyQueue line;
    private final AtomicBoolean answered = new AtomicBoolean();

    /** Completes when nothing is left to do. */
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    private volatile boolean sending;

    /** Nobody has begun it yet, as far as is known. */
    private final QueuedBatches waiting = new QueuedBatches();

    /** What the patrol saw: bytes that wait for the socket, and since when they are as many. */
    private int lastUnsent = -1;

    private long lastProgress;

    MessageCall(
            MessageService service,
            MessageExchange exchange,
            ProcessorTable services,
            CallFlow flow,
            MemoryAccount memory) {
        this.service = service;
        this.exchange = exchange;
        this.services = services;
        this.flow = flow;
        line = new ReplyQueue(ReplyOrder.REQUEST, this, service.limits().maxUnsentBytes(), memory);
        line.setListener(this);
        memory.heldBy(this);
    }

    /** Completes, without an exception, when the call has ended and its reply was sent, or the peer is gone. */
    CompletableFuture<Void> whenEnded() {
        return ended;
    }

    @Override
    public void write(byte[] frame, int offset, int length) {
        reply(frame, offset + LENGTH_BYTES, length - LENGTH_BYTES);
    }

    /** The call is answered; a oneway call, which has no reply, is about to run. */
    @Override
    public void progressed() {
        reply(NOTHING, 0, 0);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // to end cannot fail
    private void reply(byte[] array, int offset, int length) {
        if (answered.compareAndSet(false, true)) {
            sending = true;
            try {
                line.memory().charge(MemoryPart.UNSENT_REPLIES, length); // until it has ended
                exchange.reply(array, offset, length)
                        .whenComplete((sent, failure) -> line.whenIdle().thenRun(() -> ended.complete(null)));
            } catch (RuntimeException | Error e) {
                abort(e);
            }
        }
    }

    @Override
    public void pauseReading(String reason) {
        // it was read
    }

    @Override
    public void terminateForMemory(String reason) {
        service.terminateForMemory(exchange, reason);
        ended.complete(null);
    }

    private void fail(MessageFailure failure, String reason) {
        if (answered.compareAndSet(false, true)) {
            try {
                service.fail(exchange, failure, reason);
            } finally {
                ended.complete(null);
            }
        }
    }

    @Override
    public void terminate(String reason) {
        fail(MessageFailure.NOT_A_MESSAGE, reason);
    }

    @Override
    public void terminate() {
        fail(MessageFailure.BROKEN, "the call could not be answered");
    }

    @Override
    public void abandon() {
        try {
            line.abandon();
            terminate();
        } catch (Throwable t) {
            closeWithoutReply(t);
        }
    }

    private void closeWithoutReply(Throwable cause) {
        try {
            abort(cause);
        } catch (Throwable t) {
            ended.complete(null);
        }
    }

    /** Something went wrong within the exchange, and nobody knows how far it got. */
    @Override
    public void abort(Throwable cause) {
        exchange.connection().terminateSilently();
        ended.complete(null);
    }

    @Override
    public void overflowed(long waitingBytes) {
        terminate();
    }

    /**
     * Refuses the call if it has waited for too long, drops it if it waits and the connection is closed, and terminates
     * the connection if the peer takes no byte of the reply for too long. Only for the patrol.
     */
    void visit(long now) {
        if (!exchange.connection().isOpen()) {
            waiting.connectionClosed();
        }
        waiting.rejectOverdue(now);
        if (!sending || !(exchange.connection() instanceof NIOConnection connection)) {
            return;
        }
        int unsent = connection.getAsyncWriteQueue().spaceInBytes();
        if (unsent != lastUnsent) {
            lastUnsent = unsent;
            lastProgress = now;
        } else if (now - lastProgress > service.limits().writeTimeout().toNanos()) {
            lastProgress = now;
            service.terminateDeaf(exchange);
        }
    }

    @Override
    public ProcessorTable services() {
        return services;
    }

    @Override
    public CallFlow flow() {
        return flow;
    }

    @Override
    public void trackQueued(ReadBatch batch) {
        waiting.add(batch);
    }

    @Override
    public ReplyQueue replyQueue() {
        return line;
    }

    @Override
    public Connection<?> connection() {
        return exchange.connection();
    }

    @Override
    public Object peer() {
        return exchange.connection().getPeerAddress();
    }

    @Override
    public LogLimiter terminationLog() {
        return service.rejectionLog();
    }

    /** What the exchange has taken is bounded by one reply per message. */
    @Override
    public int unsentBytes() {
        return 0;
    }
}
