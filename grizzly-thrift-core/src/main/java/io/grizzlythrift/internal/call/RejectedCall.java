package io.grizzlythrift.internal.call;

import java.util.Optional;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolUtil;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;

/**
 * The reply to a call that a server rejected and that never ran. On the wire it is the TApplicationException that every
 * client reads, with an additional field that gives the reason, and distinguishes it from an exception of a handler.
 * Readers that do not know the field skip it, as generated code and the Thrift libraries skip every unknown field.
 */
public final class RejectedCall extends ErrorReply {
    /** The reason why a server rejects a call. */
    public enum Reason {
        /** No capacity, memory or thread was available for it. */
        OVERLOADED(1),

        /** The server is about to stop. */
        DRAINING(2),

        /** It waited in the queue for too long. */
        QUEUE_TIMEOUT(3),

        /** Its deadline had passed before it could start. */
        DEADLINE_EXCEEDED(4),

        /** Its client has cancelled it. */
        CANCELLED(5),

        /** Its caller may not make it. */
        PERMISSION_DENIED(6),

        /** Its caller did not prove who it is. */
        UNAUTHENTICATED(7);

        private final int code;

        Reason(int code) {
            this.code = code;
        }

        /** {@return whether the rejection is about its caller, and not about the state of the server} */
        public boolean isOfCaller() {
            return this == PERMISSION_DENIED || this == UNAUTHENTICATED;
        }

        private static Optional<Reason> of(int code) {
            for (Reason reason : values()) {
                if (reason.code == code) {
                    return Optional.of(reason);
                }
            }
            return Optional.empty();
        }
    }

    private static final long serialVersionUID = 1L;
    private static final TStruct STRUCT = new TStruct("TApplicationException");
    private static final TField MESSAGE = new TField("message", TType.STRING, (short) 1);
    private static final TField TYPE = new TField("type", TType.I32, (short) 2);

    /** The field that other readers skip: an i32, the code of a {@link Reason}. */
    private static final TField REASON = new TField("rejected", TType.I32, (short) 0x477A);

    private final Reason reason;

    /** @param text follows "rejected: " in the message */
    public RejectedCall(Reason reason, String text) {
        super(INTERNAL_ERROR, "rejected: " + text);
        this.reason = reason;
    }

    private RejectedCall(int type, String message, Reason reason) {
        super(type, message);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }

    @Override
    public void write(TProtocol out) throws TException {
        out.writeStructBegin(STRUCT);
        out.writeFieldBegin(MESSAGE);
        out.writeString(getMessage());
        out.writeFieldEnd();
        out.writeFieldBegin(TYPE);
        out.writeI32(getType());
        out.writeFieldEnd();
        out.writeFieldBegin(REASON);
        out.writeI32(reason.code);
        out.writeFieldEnd();
        out.writeFieldStop();
        out.writeStructEnd();
    }

    /**
     * Reads an exception, after the header of its message. Returns empty if it is not a rejection, or its reason is
     * unknown.
     */
    public static Optional<RejectedCall> readRejection(TProtocol in) throws TException {
        String message = "";
        int type = INTERNAL_ERROR;
        Optional<Reason> reason = Optional.empty();
        in.readStructBegin();
        for (TField field = in.readFieldBegin(); field.type != TType.STOP; field = in.readFieldBegin()) {
            if (field.id == MESSAGE.id && field.type == TType.STRING) {
                message = in.readString();
            } else if (field.id == TYPE.id && field.type == TType.I32) {
                type = in.readI32();
            } else if (field.id == REASON.id && field.type == TType.I32) {
                reason = Reason.of(in.readI32());
            } else {
                TProtocolUtil.skip(in, field.type);
            }
            in.readFieldEnd();
        }
        in.readStructEnd();
        if (reason.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new RejectedCall(type, message, reason.get()));
    }
}
