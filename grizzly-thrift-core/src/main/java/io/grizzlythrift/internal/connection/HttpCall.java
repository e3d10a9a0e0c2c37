package io.grizzlythrift.internal.connection;

import io.grizzlythrift.internal.dispatch.CallTranscoder;
import io.grizzlythrift.internal.dispatch.OneCallOrigin;
import io.grizzlythrift.internal.dispatch.ResponseHead;
import io.grizzlythrift.internal.dispatch.SubmittedBatch;
import io.grizzlythrift.internal.frame.RequestHead;
import io.grizzlythrift.internal.message.ProcessorTable;
import io.grizzlythrift.internal.reply.ReplyQueue;
import io.grizzlythrift.internal.security.CallDenial;
import io.grizzlythrift.security.Identity;
import io.grizzlythrift.strategy.internal.util.LogLimiter;
import io.grizzlythrift.strategy.spi.CallFlow;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.glassfish.grizzly.Connection;

/** The call in one POST. Its reply becomes the body of a response in the reply queue of the connection. */
final class HttpCall extends OneCallOrigin implements ConnectionOrigin {
    private final HttpConnection http;
    private final ServerConnection connection;
    private final long number;
    private final RequestHead request;

    /** @param transcoder converts the call and its reply; null if the body is a message of Thrift */
    HttpCall(
            HttpConnection http, long number, RequestHead request, int maxWriteBufferBytes, CallTranscoder transcoder) {
        super(maxWriteBufferBytes, http.connection().replyQueue().memory(), transcoder);
        this.http = http;
        connection = http.connection();
        this.number = number;
        this.request = request;
    }

    @Override
    protected void send(ResponseHead head, byte[] array, int offset, int length) {
        http.send(number, request.method(), Responses.of(head, array, offset, length));
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // endOneway cannot fail
    protected void sendEmpty() {
        ReplyQueue ofConnection = connection.replyQueue();
        ofConnection.beginOneway();
        super.sendEmpty();
        replyQueue().whenIdle().thenRun(ofConnection::endOneway);
    }

    @Override
    protected void refuse(String reason) {
        http.send(number, request.method(), Responses.text(Responses.BAD_REQUEST, reason + "\n"));
    }

    @Override
    protected void sendDenial(CallDenial denial) {
        http.send(number, request.method(), Responses.denial(denial));
    }

    @Override
    public void terminate() {
        connection.terminate();
    }

    @Override
    public void abandon() {
        replyQueue().abandon();
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
        CallTranscoder transcoder = transcoder();
        return transcoder == null
                ? connection.services()
                : transcoder.services().orElseGet(connection::services);
    }

    @Override
    public Connection<?> connection() {
        return connection.connection();
    }

    @Override
    public Optional<Identity> identity() {
        return connection.identity();
    }

    @Override
    public Map<String, List<String>> headers() {
        return request.headers();
    }

    @Override
    public int headerBytes() {
        return request.heapBytes();
    }

    @Override
    public CallFlow flow() {
        return connection.flow();
    }

    @Override
    public void trackQueued(SubmittedBatch batch) {
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
