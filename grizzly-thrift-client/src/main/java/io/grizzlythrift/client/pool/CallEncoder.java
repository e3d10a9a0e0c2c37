package io.grizzlythrift.client.pool;

import io.grizzlythrift.client.codec.CallCodec;
import io.grizzlythrift.client.codec.QueuedBytes;
import io.grizzlythrift.client.connection.PooledConnection;
import io.grizzlythrift.client.context.ClientContext;
import io.grizzlythrift.client.inflight.PendingCall;

/** Encodes calls, checks their size, and counts their bytes. Runs on the calling thread. Thread-safe. */
final class CallEncoder {
    private final ClientContext context;

    CallEncoder(ClientContext context) {
        this.context = context;
    }

    /** Encodes a call and counts its bytes. Returns false if that failed, in which case the call has ended. */
    boolean encode(PendingCall call, CallCodec.Encoder encoder, PooledConnection connection) {
        QueuedBytes memory = context.memory();
        if (memory.isFull()) {
            connection.unencoded().noMemory(call, "");
            return false;
        }
        CallCodec codec = context.codecs().take();
        try {
            if (call.headers() != null && !call.isOneway()) {
                call.headers().timeout(call.timeoutNanos());
            }
            codec.encode(call, call.sequenceId(), call.headers(), encoder);
            int length = call.frameLength();
            return isSmallEnough(call, length, connection) && count(call, codec, length, connection);
        } catch (Throwable t) {
            connection.unencoded().notEncoded(call, "the call cannot be encoded: " + t, t);
            return false;
        } finally {
            context.codecs().giveBack(codec);
        }
    }

    private boolean isSmallEnough(PendingCall call, int length, PooledConnection connection) {
        int maxFrame = context.config().maxFrameBytes();
        long maxQueued = context.config().maxQueuedBytes();
        if (call.messageBytes() > maxFrame) {
            String reason = "the frame is " + call.messageBytes() + " bytes long, maxFrameBytes is " + maxFrame;
            connection.unencoded().notEncoded(call, reason, null);
            return false;
        }
        if (length > maxQueued) {
            String reason = "the call takes " + length + " bytes, maxQueuedBytes is " + maxQueued;
            connection.unencoded().notEncoded(call, reason, null);
            return false;
        }
        return true;
    }

    private boolean count(PendingCall call, CallCodec codec, int length, PooledConnection connection) {
        if (!codec.takeMemory(context.memory(), length)) {
            connection.unencoded().noMemory(call, ", and this one takes " + length);
            return false;
        }
        if (!call.encoded()) {
            context.memory().giveBack(length);
            connection.unencoded().endedBefore(call);
            return false;
        }
        return true;
    }
}
