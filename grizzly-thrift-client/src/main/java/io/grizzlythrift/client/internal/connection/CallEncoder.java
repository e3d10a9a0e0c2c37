package io.grizzlythrift.client.internal.connection;

import io.grizzlythrift.client.internal.call.CallCodec;
import io.grizzlythrift.client.internal.call.PendingCall;

/** Encodes the calls of one connection, checks their size, and counts their bytes. Runs on the calling thread. Thread-safe. */
final class CallEncoder {
    private final ClientContext context;
    private final ConnectionCalls calls;

    /** @param calls the calls of the connection on which they are sent */
    CallEncoder(ClientContext context, ConnectionCalls calls) {
        this.context = context;
        this.calls = calls;
    }

    /**
     * Encodes a call that a connection has taken, and counts its bytes. Returns false if that failed, in which case the call
     * has ended.
     *
     * @param counted the bytes that are counted already for this call
     */
    boolean encode(PendingCall call, CallCodec.Encoder encoder, int counted) {
        if (counted == 0 && context.memory().isFull()) {
            calls.noMemory(call, "");
            return false;
        }
        int released = counted;
        CallCodec codec = context.codecs().take();
        try {
            if (call.headers() != null && !call.isOneway()) {
                call.headers().timeout(call.timeoutNanos());
            }
            codec.encode(call, call.sequenceId(), call.headers(), encoder);
            int length = call.frameLength();
            String tooLong = tooLong(context, call.messageBytes(), length);
            if (tooLong != null) {
                calls.notEncoded(call, tooLong, null);
            } else if (count(call, codec, length - counted)) {
                released = 0;
                return queue(call, length);
            }
            return false;
        } catch (Throwable t) {
            calls.notEncoded(call, "the call cannot be encoded: " + t, t);
            return false;
        } finally {
            context.codecs().giveBack(codec);
            if (released > 0) {
                context.memory().giveBack(released);
            }
        }
    }

    /** Returns why a call is too long; null if it is not. */
    static String tooLong(ClientContext context, int messageBytes, int length) {
        int maxFrame = context.config().maxFrameBytes();
        long maxQueued = context.config().maxQueuedBytes();
        if (messageBytes > maxFrame) {
            return "the frame is " + messageBytes + " bytes long, maxFrameBytes is " + maxFrame;
        }
        return length > maxQueued ? "the call takes " + length + " bytes, maxQueuedBytes is " + maxQueued : null;
    }

    /** Counts the bytes that a call takes more, which may be fewer than 0. */
    private boolean count(PendingCall call, CallCodec codec, int bytes) {
        if (bytes <= 0) {
            context.memory().giveBack(-bytes);
            return true;
        }
        if (codec.takeMemory(context.memory(), bytes)) {
            return true;
        }
        calls.noMemory(call, ", and this one takes " + bytes);
        return false;
    }

    private boolean queue(PendingCall call, int length) {
        if (call.encoded()) {
            return true;
        }
        context.memory().giveBack(length);
        calls.endedBefore(call);
        return false;
    }
}
