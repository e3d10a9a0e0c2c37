package io.grizzlythrift.dispatch;

import io.grizzlythrift.call.CallOutcome;
import io.grizzlythrift.frame.FrameOutput;
import io.grizzlythrift.message.MessageProtocol;
import io.grizzlythrift.message.MessageTransport;
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
     * @param frame the message behind the 4 bytes of its length; empty if there is no reply
     * @param kind the outcome that the reply states
     */
    @SuppressWarnings("ArrayRecordComponent") // replies are never compared
    record EncodedReply(byte[] frame, CallOutcome.Kind kind) {}

    private final ServiceConfig service;
    private final FrameOutput output = new FrameOutput(RETAINED_BYTES);
    private final MessageTransport transport;
    private MessageProtocol protocol;

    AsyncReplyEncoder(ServiceConfig service) {
        this.service = service;
        transport = new MessageTransport(service.thriftConfiguration(), output, () -> {});
        protocol = MessageProtocol.create(service.protocol(), transport);
    }

    /** {@return the length of the message in a frame; 0 for an empty frame} */
    static int messageLength(byte[] frame) {
        return Math.max(0, frame.length - Integer.BYTES);
    }

    /** Begins a reply. Discards one that was begun and not finished because it could not be encoded. */
    public TProtocol begin() {
        if (transport.hasWritten()) {
            transport.dropMessage();
            protocol = MessageProtocol.create(service.protocol(), transport);
        }
        return protocol.protocol();
    }

    /** Finishes the reply that was begun, if there is one. Leaves nothing of it behind, even if this throws. */
    EncodedReply finish() {
        int length = transport.endMessage();
        try {
            CallOutcome.Kind kind = length == 0 ? CallOutcome.Kind.REPLIED : CallFailures.kindOfReply(protocol);
            return new EncodedReply(Arrays.copyOf(output.array(), output.size()), kind);
        } finally {
            output.clear();
        }
    }

    /** Encodes an exception reply; an empty frame for a oneway call. */
    EncodedReply exception(TMessage header, TApplicationException failure) {
        if (header.type == TMessageType.ONEWAY) {
            return new EncodedReply(new byte[0], CallFailures.kindOf(failure.getType()));
        }
        try {
            CallFailures.write(header, failure, begin());
        } catch (TException e) {
            throw new IllegalStateException("an exception cannot be encoded", e);
        }
        return finish();
    }
}
