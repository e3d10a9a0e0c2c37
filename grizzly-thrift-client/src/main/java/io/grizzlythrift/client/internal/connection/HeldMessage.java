package io.grizzlythrift.client.internal.connection;

import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.internal.call.CallBuffer;
import io.grizzlythrift.client.internal.call.CallCodec;
import io.grizzlythrift.client.internal.call.PendingCall;
import io.grizzlythrift.client.internal.call.QueuedBytes;
import io.grizzlythrift.message.ThriftProtocol;
import java.util.Arrays;

/**
 * The message of a call that waits for a connection, which then determines its sequence id.
 *
 * @param encoder writes the message: a copy of it, or the call itself if it keeps one for further attempts, or if its protocol
 *     does not allow another sequence id
 * @param bytes how many bytes are taken of {@link QueuedBytes}, until the message is released or has become a frame
 */
public record HeldMessage(CallCodec.Encoder encoder, int bytes) {
    /** How many bytes a message without headers grows at most by its length and another sequence id. */
    private static final int MAX_FRAMING_BYTES = 16;

    /** Fails a call that no connection can take. */
    @FunctionalInterface
    public interface Refusal {
        void refuse(PendingCall call, EndReason why);
    }

    /**
     * Keeps the message of a call that has to wait for a connection, unless the call itself keeps it, and counts the bytes that
     * it will take. Returns null if that failed, in which case the call has failed.
     */
    public static HeldMessage of(ClientContext context, PendingCall call, CallCodec.Encoder encoder, Refusal refusal) {
        if (!(context.config().protocol() instanceof ThriftProtocol)) {
            return new HeldMessage(encoder, 0);
        }
        QueuedBytes memory = context.memory();
        if (memory.isFull()) {
            noMemory(call, memory, "", refusal);
            return null;
        }
        CallCodec codec = context.codecs().take();
        try {
            Copy copy = new Copy(encoder);
            codec.encode(copy, 0, encoder);
            String tooLong = CallEncoder.tooLong(context, copy.length, copy.length);
            if (tooLong != null) {
                refusal.refuse(call, new EndReason(FailureCause.UNWRITABLE_CALL, tooLong));
                return null;
            }
            int bytes = copy.length + MAX_FRAMING_BYTES;
            if (!codec.takeMemory(memory, bytes)) {
                noMemory(call, memory, ", and this one takes " + copy.length, refusal);
                return null;
            }
            byte[] message = copy.message;
            return new HeldMessage(message == null ? encoder : (again, id) -> again.writeAgain(message, id), bytes);
        } catch (Throwable t) {
            refusal.refuse(call, new EndReason(FailureCause.UNWRITABLE_CALL, "the call cannot be encoded: " + t, t));
            return null;
        } finally {
            context.codecs().giveBack(codec);
        }
    }

    private static void noMemory(PendingCall call, QueuedBytes memory, String size, Refusal refusal) {
        memory.countRejection();
        refusal.refuse(call, EndReason.noCapacity(memory.fullReason(size)));
    }

    /** Drops the message: its call has ended. */
    public void drop(ClientContext context) {
        context.memory().giveBack(bytes);
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
