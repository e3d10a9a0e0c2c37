package io.grizzlythrift.httpport;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.connection.ServerConnection;
import io.grizzlythrift.dispatch.CallOrigin;
import io.grizzlythrift.dispatch.ReadBatch;
import io.grizzlythrift.frame.FrameAssembler;
import io.grizzlythrift.frame.http.RequestHead;
import io.grizzlythrift.log.LogLimiter;
import io.grizzlythrift.message.ProcessorTable;
import io.grizzlythrift.reply.ReplyQueue;
import io.grizzlythrift.reply.ReplyWriter;
import io.grizzlythrift.strategy.spi.CallFlow;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.glassfish.grizzly.Connection;

/**
 * The call in one POST. It acts like a connection whose reply queue holds one call. The reply becomes the body of a
 * response in the reply queue of the real connection. A oneway call gets an empty response before its handler runs.
 *
 * <p>The response is sent exactly once, by the thread that sets {@code responded} from false to true.
 */
final class HttpCall implements CallOrigin, ReplyWriter, ReplyQueue.Listener {
    private static final byte[] NO_BYTES = {};

    private final HttpConnection http;
    private final ServerConnection connection;
    private final long number;
    private final RequestHead head;
    private final ReplyQueue replyQueue;
    private final AtomicBoolean responded = new AtomicBoolean();

    HttpCall(HttpConnection http, long number, RequestHead head, int maxWriteBufferBytes) {
        this.http = http;
        connection = http.connection();
        this.number = number;
        this.head = head;
        replyQueue = new ReplyQueue(
                ReplyOrder.REQUEST,
                this,
                maxWriteBufferBytes,
                connection.replyQueue().memory());
        replyQueue.setListener(this);
    }

    @Override
    public void write(byte[] frame, int offset, int length) {
        if (responded.compareAndSet(false, true)) {
            http.send(
                    number,
                    head.method(),
                    Responses.reply(frame, offset + FrameAssembler.HEADER_BYTES, length - FrameAssembler.HEADER_BYTES));
        }
    }

    /** Called when the reply was written, or a oneway call is about to run, or a call was dropped. */
    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // endOneway cannot fail
    public void progressed() {
        if (responded.compareAndSet(false, true)) {
            ReplyQueue ofConnection = connection.replyQueue();
            ofConnection.beginOneway();
            http.send(number, head.method(), Responses.reply(NO_BYTES, 0, 0));
            replyQueue.whenIdle().thenRun(ofConnection::endOneway);
        }
    }

    @Override
    public void terminate(String reason) {
        if (responded.compareAndSet(false, true)) {
            http.send(number, head.method(), Responses.text(Responses.BAD_REQUEST, reason + "\n"));
        }
    }

    @Override
    public void terminate() {
        connection.terminate();
    }

    @Override
    public void abandon() {
        replyQueue.abandon();
        connection.abandon();
    }

    @Override
    public void abort(Throwable cause) {
        connection.abandon();
    }

    @Override
    public void overflowed(long waitingBytes) {
        connection.overflowed(waitingBytes);
    }

    /** {@return 0: the reply waits in the queue of the connection} */
    @Override
    public int unsentBytes() {
        return 0;
    }

    @Override
    public ReplyQueue replyQueue() {
        return replyQueue;
    }

    @Override
    public ReplyQueue connectionQueue() {
        return connection.replyQueue();
    }

    @Override
    public long earlierCalls(int calls) {
        return connection.replyQueue().awaitingReplyBefore(number);
    }

    @Override
    public ProcessorTable services() {
        return connection.services();
    }

    @Override
    public Connection<?> connection() {
        return connection.connection();
    }

    @Override
    public Map<String, List<String>> headers() {
        return head.headers();
    }

    @Override
    public int headerBytes() {
        return head.heapBytes();
    }

    @Override
    public CallFlow flow() {
        return connection.flow();
    }

    @Override
    public void trackQueued(ReadBatch batch) {
        connection.trackQueued(batch);
    }

    @Override
    public boolean isServedWhileDraining() {
        return connection.isServedWhileDraining();
    }

    @Override
    public Object peer() {
        return connection.peer();
    }

    @Override
    public LogLimiter terminationLog() {
        return connection.terminationLog();
    }
}
