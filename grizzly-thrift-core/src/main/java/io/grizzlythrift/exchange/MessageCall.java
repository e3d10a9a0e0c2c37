package io.grizzlythrift.exchange;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.dispatch.CallOrigin;
import io.grizzlythrift.dispatch.QueuedBatches;
import io.grizzlythrift.dispatch.ReadBatch;
import io.grizzlythrift.frame.FrameAssembler;
import io.grizzlythrift.log.LogLimiter;
import io.grizzlythrift.memory.MemoryAccount;
import io.grizzlythrift.memory.MemoryOwner;
import io.grizzlythrift.memory.MemoryPart;
import io.grizzlythrift.message.ProcessorTable;
import io.grizzlythrift.reply.ReplyQueue;
import io.grizzlythrift.reply.ReplyWriter;
import io.grizzlythrift.strategy.spi.CallFlow;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.nio.NIOConnection;

/**
 * One call of a {@link MessageService}, from its arrival until its reply is sent. It acts like a connection whose reply
 * queue holds one call.
 *
 * <p>At most one of {@link MessageExchange#reply} and {@link MessageExchange#fail} is called: every path first sets
 * {@code replied} from false to true by compare-and-set, which succeeds only once.
 */
final class MessageCall implements CallOrigin, ReplyWriter, ReplyQueue.Listener, MemoryOwner {
    private static final byte[] NO_BYTES = {};

    private final MessageExchange exchange;
    private final ProcessorTable services;
    private final CallFlow flow;
    private final MessageService service;
    private final ReplyQueue replyQueue;
    private final AtomicBoolean replied = new AtomicBoolean();

    /** Completes when the call has ended and its reply is sent or failed. */
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    private volatile boolean replying;

    /** Contains the call until a thread starts it. */
    private final QueuedBatches queuedBatches = new QueuedBatches();

    /** The unsent bytes at the last check, and when they last changed. Only for the timeout monitor. */
    private int lastUnsentBytes = -1;

    private long lastProgressNanos;

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
        replyQueue = new ReplyQueue(ReplyOrder.REQUEST, this, service.limits().maxWriteBufferBytes(), memory);
        replyQueue.setListener(this);
        memory.setOwner(this);
    }

    /** {@return a future that completes normally when the call has ended, and its reply is sent or the peer is gone} */
    CompletableFuture<Void> whenEnded() {
        return ended;
    }

    /** Sends the reply without the length prefix of the frame. */
    @Override
    public void write(byte[] frame, int offset, int length) {
        reply(frame, offset + FrameAssembler.HEADER_BYTES, length - FrameAssembler.HEADER_BYTES);
    }

    /** Called when the reply was written or a oneway call is about to run. Sends the empty reply of a oneway call. */
    @Override
    public void progressed() {
        reply(NO_BYTES, 0, 0);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // completing the future cannot fail
    private void reply(byte[] array, int offset, int length) {
        if (replied.compareAndSet(false, true)) {
            replying = true;
            try {
                replyQueue.memory().charge(MemoryPart.UNSENT_REPLIES, length); // released when the call has ended
                exchange.reply(array, offset, length)
                        .whenComplete((sent, failure) -> replyQueue.whenIdle().thenRun(() -> ended.complete(null)));
            } catch (RuntimeException | Error e) {
                abort(e);
            }
        }
    }

    @Override
    public void pauseReading(String reason) {
        // The message is already read.
    }

    @Override
    public void terminateForMemory(String reason) {
        service.terminateForMemory(exchange, reason);
        ended.complete(null);
    }

    private void fail(MessageFailure failure, String reason) {
        if (replied.compareAndSet(false, true)) {
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
        fail(MessageFailure.BROKEN, "the server could not reply to the call");
    }

    @Override
    public void abandon() {
        try {
            replyQueue.abandon();
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

    /** Terminates the connection after a failure in the exchange: part of the reply may already be written. */
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
     * Checks the timeouts of the call. Rejects it after the queue timeout, drops it if it has not started and its
     * connection is closed, and terminates the connection if the peer reads no byte of the reply within the write
     * timeout. Only for the timeout monitor.
     */
    void checkTimeouts(long now) {
        if (!exchange.connection().isOpen()) {
            queuedBatches.connectionClosed();
        }
        queuedBatches.rejectOverdue(now);
        if (!replying || !(exchange.connection() instanceof NIOConnection connection)) {
            return;
        }
        int unsent = connection.getAsyncWriteQueue().spaceInBytes();
        if (unsent != lastUnsentBytes) {
            lastUnsentBytes = unsent;
            lastProgressNanos = now;
        } else if (now - lastProgressNanos > service.limits().writeTimeout().toNanos()) {
            lastProgressNanos = now;
            service.terminateSlowReader(exchange);
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
        queuedBatches.add(batch);
    }

    @Override
    public ReplyQueue replyQueue() {
        return replyQueue;
    }

    @Override
    public Connection<?> connection() {
        return exchange.connection();
    }

    @Override
    public Map<String, List<String>> headers() {
        return exchange.headers();
    }

    @Override
    public Object peer() {
        return exchange.connection().getPeerAddress();
    }

    @Override
    public LogLimiter terminationLog() {
        return service.rejectionLog();
    }

    /** {@return 0: the exchange holds at most one reply per message} */
    @Override
    public int unsentBytes() {
        return 0;
    }
}
