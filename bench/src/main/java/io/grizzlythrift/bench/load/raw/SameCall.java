package io.grizzlythrift.bench.load.raw;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/** Repeats the same call, with the same bytes for request and reply. Replies are matched by their order. */
final class SameCall implements Traffic {
    private final RequestStream requests;
    private final ReplyCounter replies;
    private final SendTimes sendTimes;

    SameCall(RequestStream requests, ReplyCounter replies, int inFlight) {
        this.requests = requests;
        this.replies = replies;
        sendTimes = new SendTimes(inFlight);
    }

    @Override
    public void begin(int calls, long nanos) {
        sendTimes.sent(calls, nanos);
        requests.add(calls);
    }

    @Override
    public boolean writeTo(WritableByteChannel channel) throws IOException {
        return requests.writeTo(channel);
    }

    @Override
    public int read(ByteBuffer bytes) throws IOException {
        return replies.count(bytes);
    }

    @Override
    public void received(int count, SendTimes.Sink sink) {
        sendTimes.received(count, sink);
    }

    @Override
    public long right() {
        return replies.right();
    }
}
