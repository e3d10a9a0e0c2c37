package io.grizzlythrift.server;

import io.grizzlythrift.frame.LogLimiter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.nio.NIOConnection;

/**
 * A call that came as a message of its own, from its arrival until its reply was sent. It is a source of calls with a
 * line of one.
 */
final class MessageCall implements CallSource, ReplySink, ReplyLine.Listener {
    /** A reply is made with its length in front. */
    private static final int LENGTH_BYTES = 4;

    private static final byte[] NOTHING = {};

    private final MessageExchange exchange;
    private final Services services;
    private final MessageService service;
    private final ReplyLine line;
    private final AtomicBoolean answered = new AtomicBoolean();

    /** Completes when nothing is left to do. */
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    private volatile boolean sending;

    /** What the patrol saw: bytes that wait for the socket, and since when they are as many. */
    private int lastUnsent = -1;

    private long lastProgress;

    MessageCall(MessageService service, MessageExchange exchange, Services services) {
        this.service = service;
        this.exchange = exchange;
        this.services = services;
        line = new ReplyLine(ReplyOrder.REQUEST, this, service.limits().maxUnsentBytes());
        line.tell(this);
    }

    /** Completes, without an exception, when the reply was sent, there is none, or the peer is gone. */
    CompletableFuture<Void> whenEnded() {
        return ended;
    }

    @Override
    public void write(byte[] frame, int offset, int length) {
        reply(frame, offset + LENGTH_BYTES, length - LENGTH_BYTES);
    }

    /** The call has ended; a oneway call without a reply. */
    @Override
    public void progressed() {
        reply(NOTHING, 0, 0);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // to end cannot fail
    private void reply(byte[] array, int offset, int length) {
        if (answered.compareAndSet(false, true)) {
            sending = true;
            try {
                exchange.reply(array, offset, length).whenComplete((sent, failure) -> ended.complete(null));
            } catch (RuntimeException | Error e) {
                abort(e);
            }
        }
    }

    private void fail(MessageFailure failure, String reason) {
        if (answered.compareAndSet(false, true)) {
            service.fail(exchange, failure, reason);
            ended.complete(null);
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
    public void giveUp() {
        line.giveUp();
        terminate();
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

    /** Terminates the connection if the peer takes no byte of the reply for too long. Only for the patrol. */
    void visit(long now) {
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
    public Services services() {
        return services;
    }

    @Override
    public ReplyLine line() {
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
