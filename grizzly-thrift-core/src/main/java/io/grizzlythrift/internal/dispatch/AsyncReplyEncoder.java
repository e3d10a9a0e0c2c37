package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.call.ServerCallOutcome;
import io.grizzlythrift.internal.frame.FrameOutput;
import io.grizzlythrift.internal.frame.WireFormat;
import io.grizzlythrift.internal.message.FormatProtocols;
import io.grizzlythrift.internal.message.MessageProtocol;
import io.grizzlythrift.internal.message.MessageTransport;
import io.grizzlythrift.internal.message.ReplyFormat;
import java.util.Arrays;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;

/** Encodes replies of asynchronous handlers, one after the other. Used by one thread at a time. */
public final class AsyncReplyEncoder {
    private static final int RETAINED_BYTES = 64 * 1024;

    /**
     * An encoded reply.
     *
     * @param frame the message as it is written, with a length prefix if it has one; empty if there is no reply
     * @param messageBytes the length of the message in bytes, without prefix and header; 0 if there is no reply
     * @param kind the outcome that the reply represents
     */
    @SuppressWarnings("ArrayRecordComponent") // replies are never compared
    record EncodedReply(byte[] frame, int messageBytes, ServerCallOutcome.Kind kind) {}

    private final FrameOutput output = new FrameOutput(RETAINED_BYTES);
    private final MessageTransport transport;
    private final FormatProtocols protocols;
    private MessageProtocol protocol;

    AsyncReplyEncoder(ServiceConfig service) {
        transport = new MessageTransport(
                service.limits().maxFrameBytes(), service.limits().maxDepth(), output, () -> {});
        transport.limitWritten(service.limits().maxReplyBytes());
        protocols = new FormatProtocols(service.protocol(), transport);
        protocol = protocols.use(WireFormat.FRAMED);
    }

    /**
     * Begins a reply in the format of its call. Discards a reply that was begun but not finished because it could not
     * be encoded.
     */
    public TProtocol begin(ReplyFormat format) {
        if (transport.hasWritten()) {
            transport.dropMessage();
            protocol = protocols.renew();
        }
        if (protocols.format() != format.wire()
                || format.header().isPresent()
                || format.transcoder().isPresent()) {
            protocol = protocols.use(format);
        }
        return protocol.protocol();
    }

    /**
     * {@return the size of the reply that was begun, or that it would at least have had, if writing it was ended by the
     * limit}
     */
    long writtenBytes() {
        return Math.max(transport.writtenBytes(), transport.overflowBytes());
    }

    /** Finishes the reply that was begun, if there is one. Leaves nothing of it behind, even if this throws. */
    EncodedReply finish() {
        int length = transport.endMessage();
        try {
            ServerCallOutcome.Kind kind =
                    length == 0 ? ServerCallOutcome.Kind.REPLIED : CallFailures.kindOfReply(protocol);
            return new EncodedReply(Arrays.copyOf(output.array(), output.size()), length, kind);
        } finally {
            output.clear();
        }
    }

    /** Encodes an exception reply. Returns an empty frame for a oneway call. */
    EncodedReply exception(ReplyFormat format, TMessage header, TApplicationException failure) {
        if (header.type == TMessageType.ONEWAY) {
            return new EncodedReply(new byte[0], 0, CallFailures.kindOf(failure.getType()));
        }
        try {
            TProtocol out = begin(format);
            transport.writeAnySize();
            CallFailures.write(header, failure, out);
        } catch (TException e) {
            throw new IllegalStateException("an exception cannot be encoded", e);
        }
        return finish();
    }
}
