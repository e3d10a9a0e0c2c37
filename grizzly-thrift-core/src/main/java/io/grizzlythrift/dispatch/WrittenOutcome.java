package io.grizzlythrift.dispatch;

import io.grizzlythrift.call.CallOutcome;
import io.grizzlythrift.frame.FrameOutput;
import io.grizzlythrift.message.MessageProtocol;
import io.grizzlythrift.message.MessageTransport;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.protocol.TProtocolUtil;
import org.apache.thrift.protocol.TType;

/**
 * Says how a call ended by the reply that was written. Generated code answers much by itself, so a reply that is an
 * exception is read again.
 */
final class WrittenOutcome {
    /** The field of a TApplicationException that says its type. */
    private static final short TYPE_FIELD = 2;

    private final TProtocolFactory protocolFactory;
    private final MessageTransport transport = new MessageTransport(new TConfiguration(), new FrameOutput(0), () -> {});

    /** Null until it is needed, and once it could not read something. */
    private MessageProtocol written;

    WrittenOutcome(TProtocolFactory protocolFactory) {
        this.protocolFactory = protocolFactory;
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
        transport.readFrame(output.array(), output.size() - length, length);
        try {
            if (written == null) {
                written = MessageProtocol.create(protocolFactory, transport);
            }
            written.readHeader();
            return of(readType(written.protocol()));
        } catch (TException | RuntimeException e) { // written by a processor that is not libthrift's
            written = null;
            return CallOutcome.Kind.HANDLER_FAILED;
        } finally {
            transport.releaseInput();
        }
    }

    /** Without the exception, which would cost a text and a stack trace. */
    private static int readType(TProtocol in) throws TException {
        int type = TApplicationException.UNKNOWN;
        in.readStructBegin();
        for (TField field = in.readFieldBegin(); field.type != TType.STOP; field = in.readFieldBegin()) {
            if (field.id == TYPE_FIELD && field.type == TType.I32) {
                type = in.readI32();
            } else {
                TProtocolUtil.skip(in, field.type);
            }
            in.readFieldEnd();
        }
        in.readStructEnd();
        return type;
    }

    static CallOutcome.Kind of(TApplicationException answer) {
        return of(answer.getType());
    }

    private static CallOutcome.Kind of(int type) {
        return switch (type) {
            case TApplicationException.UNKNOWN_METHOD -> CallOutcome.Kind.UNKNOWN_METHOD;
            case TApplicationException.PROTOCOL_ERROR,
                    TApplicationException.INVALID_MESSAGE_TYPE,
                    TApplicationException.INVALID_PROTOCOL -> CallOutcome.Kind.BAD_ARGUMENTS;
            default -> CallOutcome.Kind.HANDLER_FAILED;
        };
    }
}
