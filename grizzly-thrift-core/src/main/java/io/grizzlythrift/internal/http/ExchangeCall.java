package io.grizzlythrift.internal.http;

import io.grizzlythrift.internal.dispatch.CallTranscoder;
import io.grizzlythrift.internal.dispatch.OneCallOrigin;
import io.grizzlythrift.internal.dispatch.QueuedBatches;
import io.grizzlythrift.internal.dispatch.ResponseHead;
import io.grizzlythrift.internal.dispatch.SubmittedBatch;
import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.internal.memory.MemoryOwner;
import io.grizzlythrift.internal.message.ProcessorTable;
import io.grizzlythrift.internal.security.CallDenial;
import io.grizzlythrift.memory.MemoryPart;
import io.grizzlythrift.strategy.internal.util.LogLimiter;
import io.grizzlythrift.strategy.spi.CallFlow;
import java.util.concurrent.CompletableFuture;

/** The call in one request, from its arrival until its reply is sent. */
public abstract class ExchangeCall extends OneCallOrigin implements MemoryOwner {
    private static final String NO_REPLY = "the server could not reply to the call";

    private final HttpService service;
    private final HttpExchange exchange;
    private final ProcessorTable services;
    private final CallFlow flow;

    /** Completes when the call has ended and its reply is sent or failed. */
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    private volatile boolean replying;

    /** Contains the call until a thread starts it. */
    private final QueuedBatches queuedBatches = new QueuedBatches();

    /** The unsent bytes at the last check, and when they last changed. Only for the timeout monitor. */
    private int lastUnsentBytes = -1;

    private long lastProgressNanos;

    /**
     * Creates a call.
     *
     * @param memory is charged for the message and its reply
     * @param transcoder converts the call and its reply; null if the request contains a message of Thrift
     */
    @SuppressWarnings("this-escape") // the last statement
    protected ExchangeCall(
            HttpService service,
            HttpExchange exchange,
            ProcessorTable services,
            CallFlow flow,
            MemoryAccount memory,
            CallTranscoder transcoder) {
        super(service.limits().maxWriteBufferBytes(), memory, transcoder);
        this.service = service;
        this.exchange = exchange;
        this.services = services;
        this.flow = flow;
        memory.setOwner(this);
    }

    /** {@return a future that completes normally when the call has ended, and its reply is sent or the peer is gone} */
    public final CompletableFuture<Void> whenEnded() {
        return ended;
    }

    @Override
    protected void send(ResponseHead head, byte[] array, int offset, int length) {
        replying = true;
        try {
            replyQueue().memory().charge(MemoryPart.UNSENT_REPLIES, length); // released when the call has ended
            endAfter(exchange.reply(head, array, offset, length));
        } catch (RuntimeException | Error e) {
            abort(e);
        }
    }

    @Override
    protected void sendDenial(CallDenial denial) {
        replying = true;
        try {
            endAfter(exchange.deny(denial));
        } catch (RuntimeException | Error e) {
            abort(e);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // completing the future cannot fail
    private void endAfter(CompletableFuture<Void> response) {
        response.whenComplete((sent, failure) -> replyQueue().whenIdle().thenRun(() -> ended.complete(null)));
    }

    @Override
    public void pauseReading(String reason) {
        // The message is already read.
    }

    @Override
    public void terminateForMemory(String reason) {
        service.terminateForMemory(exchange, reason);
        end();
    }

    /** Ends the call without a reply, also if it still waits to know who makes it. */
    private void end() {
        ended.complete(null);
        queuedBatches.connectionClosed();
    }

    @Override
    protected void refuse(String reason) {
        fail(HttpService.BAD_REQUEST, reason);
    }

    private void fail(int status, String reason) {
        try {
            exchange.fail(status, reason);
        } finally {
            end();
        }
    }

    @Override
    public void terminate() {
        if (claimResponse()) {
            fail(HttpService.INTERNAL_SERVER_ERROR, NO_REPLY);
        }
    }

    @Override
    public void abandon() {
        try {
            replyQueue().abandon();
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

    /** Terminates the exchange after a failure in it: part of the reply may already be written. */
    @Override
    public void abort(Throwable cause) {
        exchange.terminate(HttpService.INTERNAL_SERVER_ERROR, NO_REPLY);
        ended.complete(null);
    }

    @Override
    public void overflowed(long waitingBytes) {
        terminate();
    }

    /**
     * Checks the timeouts of the call. Rejects it after the queue timeout, drops it if it has not started and its
     * peer is gone, and terminates the exchange if the peer reads no byte of the reply within the write
     * timeout. Only for the timeout monitor.
     */
    void checkTimeouts(long now) {
        if (!exchange.isOpen()) {
            queuedBatches.connectionClosed();
        }
        queuedBatches.rejectOverdue(now);
        if (!replying) {
            return;
        }
        int unsent = exchange.unsentBytes();
        if (unsent != lastUnsentBytes || unsent == 0) { // a oneway call runs on after its reply was sent
            lastUnsentBytes = unsent;
            lastProgressNanos = now;
        } else if (now - lastProgressNanos > service.limits().writeTimeout().toNanos()) {
            lastProgressNanos = now;
            service.terminateSlowReader(exchange);
        }
    }

    /** Rejects the call if it is not known who makes it: nothing checks its deadline any longer. */
    void rejectUnproved() {
        queuedBatches.rejectUnproved(service.stopping());
    }

    @Override
    public ProcessorTable services() {
        CallTranscoder transcoder = transcoder();
        return transcoder == null ? services : transcoder.services().orElse(services);
    }

    @Override
    public CallFlow flow() {
        return flow;
    }

    @Override
    public void trackQueued(SubmittedBatch batch) {
        queuedBatches.add(batch);
        if (ended.isDone()) { // terminated before the batch was added
            queuedBatches.connectionClosed();
        } else if (service.isStopped()) { // it stopped before the batch was added
            rejectUnproved();
        }
    }

    @Override
    public Object peer() {
        return exchange.peer();
    }

    @Override
    public LogLimiter terminationLog() {
        return service.rejectionLog();
    }
}
