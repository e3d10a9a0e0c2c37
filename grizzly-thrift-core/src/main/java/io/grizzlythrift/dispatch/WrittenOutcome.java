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
 * Derives the outcome of a call from its encoded reply. Generated code encodes most exceptions itself, so an exception
 * reply is decoded again to find its type. Used by one thread at a time.
 */
final class WrittenOutcome {
    /** The id of the type field of a TApplicationException. */
    private static final short TYPE_FIELD = 2;

    private final TProtocolFactory protocolFactory;
    private final MessageTransport transport = new MessageTransport(new TConfiguration(), new FrameOutput(0), () -> {});

    /** Null until it is needed, and after it failed to read a reply. */
    private MessageProtocol written;

    WrittenOutcome(TProtocolFactory protocolFactory) {
        this.protocolFactory = protocolFactory;
    }

    /**
     * Returns the outcome of a call whose reply generated code has encoded.
     *
     * @param type of the encoded message, 0 if there is none
     * @param output ends with the encoded message
     * @param length of the message in bytes, without the 4 bytes of the frame length
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

    /** Reads the type field alone: making the exception would cost a string and a stack trace. */
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

    static CallOutcome.Kind of(TApplicationException reply) {
        return of(reply.getType());
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
