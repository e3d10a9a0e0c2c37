package io.grizzlythrift.client.connection;

import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.codec.CallBuffer;
import io.grizzlythrift.client.codec.CallCodec;
import io.grizzlythrift.client.codec.HeldMessage;
import io.grizzlythrift.client.codec.QueuedBytes;
import io.grizzlythrift.client.context.ClientContext;
import io.grizzlythrift.client.inflight.PendingCall;
import io.grizzlythrift.message.ThriftProtocol;
import java.util.Arrays;

/** Encodes calls, checks their size, and counts their bytes. Runs on the calling thread. Thread-safe. */
public final class CallEncoder {
    /** How many bytes a message without headers grows at most by its length and another sequence id. */
    private static final int MAX_FRAMING_BYTES = 16;

    /** Fails a call that no connection can take. */
    @FunctionalInterface
    public interface Refusal {
        void refuse(PendingCall call, FailureCause cause, String reason, Throwable thrown);
    }

    private final ClientContext context;

    public CallEncoder(ClientContext context) {
        this.context = context;
    }

    /**
     * Encodes a call that a connection has taken, and counts its bytes. Returns false if that failed, in which case the call
     * has ended.
     *
     * @param counted the bytes that are counted already for this call
     * @param calls those of that connection
     */
    boolean encode(PendingCall call, CallCodec.Encoder encoder, int counted, ConnectionCalls calls) {
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
            String tooLong = tooLong(call.messageBytes(), length);
            if (tooLong != null) {
                calls.notEncoded(call, tooLong, null);
            } else if (count(call, codec, length - counted, calls)) {
                released = 0;
                return queue(call, length, calls);
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
    private String tooLong(int messageBytes, int length) {
        int maxFrame = context.config().maxFrameBytes();
        long maxQueued = context.config().maxQueuedBytes();
        if (messageBytes > maxFrame) {
            return "the frame is " + messageBytes + " bytes long, maxFrameBytes is " + maxFrame;
        }
        return length > maxQueued ? "the call takes " + length + " bytes, maxQueuedBytes is " + maxQueued : null;
    }

    /** Counts the bytes that a call takes more, which may be fewer than 0. */
    private boolean count(PendingCall call, CallCodec codec, int bytes, ConnectionCalls calls) {
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

    private boolean queue(PendingCall call, int length, ConnectionCalls calls) {
        if (call.encoded()) {
            return true;
        }
        context.memory().giveBack(length);
        calls.endedBefore(call);
        return false;
    }

    /**
     * Keeps the message of a call that has to wait for a connection, unless the call itself keeps it, and counts the bytes that
     * it will take. Returns null if that failed, in which case the call has failed.
     */
    public HeldMessage hold(PendingCall call, CallCodec.Encoder encoder, Refusal refusal) {
        if (!(context.config().protocol() instanceof ThriftProtocol)) {
            return new HeldMessage(encoder, 0);
        }
        QueuedBytes memory = context.memory();
        if (memory.isFull()) {
            noMemory(call, "", refusal);
            return null;
        }
        CallCodec codec = context.codecs().take();
        try {
            Copy copy = new Copy(encoder);
            codec.encode(copy, 0, encoder);
            String tooLong = tooLong(copy.length, copy.length);
            if (tooLong != null) {
                refusal.refuse(call, FailureCause.UNWRITABLE_CALL, tooLong, null);
                return null;
            }
            int bytes = copy.length + MAX_FRAMING_BYTES;
            if (!codec.takeMemory(memory, bytes)) {
                noMemory(call, ", and this one takes " + copy.length, refusal);
                return null;
            }
            byte[] message = copy.message;
            return new HeldMessage(message == null ? encoder : (again, id) -> again.writeAgain(message, id), bytes);
        } catch (Throwable t) {
            refusal.refuse(call, FailureCause.UNWRITABLE_CALL, "the call cannot be encoded: " + t, t);
            return null;
        } finally {
            context.codecs().giveBack(codec);
        }
    }

    private void noMemory(PendingCall call, String size, Refusal refusal) {
        context.memory().countRejection();
        refusal.refuse(call, FailureCause.NO_CAPACITY, context.memory().fullReason(size), null);
    }

    /** Drops a message that is not needed: its call has failed. */
    public void drop(HeldMessage message) {
        context.memory().giveBack(message.bytes());
    }

    /** Copies an encoded message, without the prefix, unless its call has kept it. */
    private static final class Copy implements CallCodec.FrameTarget {
        private final CallCodec.Encoder encoder;
        private byte[] message;
        private int length;

        Copy(CallCodec.Encoder encoder) {
            this.encoder = encoder;
        }

        @Override
        public void frame(CallBuffer buffer, int offset, int frameLength, int prefixBytes) {
            length = frameLength - prefixBytes;
            if (!encoder.hasKept()) {
                message = Arrays.copyOfRange(buffer.array(), offset + prefixBytes, offset + frameLength);
            }
            buffer.copied(1);
        }
    }
}
