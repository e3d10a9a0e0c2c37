package io.grizzlythrift.server;

import io.grizzlythrift.frame.FrameOutput;
import io.grizzlythrift.message.MessageProtocol;
import io.grizzlythrift.message.MessageTransport;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocolFactory;

/**
 * Says how a call ended by the reply that was written. Generated code answers much by itself, so a reply that is an
 * exception is read again.
 */
final class CallKinds {
    private final TProtocolFactory protocol;

    CallKinds(TProtocolFactory protocol) {
        this.protocol = protocol;
    }

    /**
     * The kind of a call that generated code has answered.
     *
     * @param type of the written message, 0 if there is none
     * @param output ends with the written message
     * @param length of the message, without the 4 bytes of the frame's length
     */
    CallOutcome.Kind of(byte type, FrameOutput output, int length) {
        if (type != TMessageType.EXCEPTION) {
            return CallOutcome.Kind.REPLIED;
        }
        MessageTransport transport = new MessageTransport(new TConfiguration(), new FrameOutput(0), () -> {});
        transport.readFrame(output.array(), output.size() - length, length);
        MessageProtocol written = MessageProtocol.create(protocol, transport);
        try {
            written.readHeader();
            return of(TApplicationException.readFrom(written.protocol()));
        } catch (TException | RuntimeException e) { // written by a processor that is not libthrift's
            return CallOutcome.Kind.HANDLER_FAILED;
        }
    }

    static CallOutcome.Kind of(TApplicationException answer) {
        return switch (answer.getType()) {
            case TApplicationException.UNKNOWN_METHOD -> CallOutcome.Kind.UNKNOWN_METHOD;
            case TApplicationException.PROTOCOL_ERROR,
                    TApplicationException.INVALID_MESSAGE_TYPE,
                    TApplicationException.INVALID_PROTOCOL -> CallOutcome.Kind.BAD_ARGUMENTS;
            default -> CallOutcome.Kind.HANDLER_FAILED;
        };
    }
}
