package io.grizzlythrift.client.internal.call;

import java.util.ArrayList;
import java.util.List;
import org.apache.thrift.TException;
import org.apache.thrift.TServiceClient;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TList;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolException;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;

/**
 * The worst case of generated code: it stops where a protocol holds most state, and continues with a value that shows
 * whether the state is still there. Between the header of a bool field and its value the compact protocol holds one or
 * the other.
 */
public final class HalfClient extends TServiceClient {
    HalfClient(TProtocol in, TProtocol out) {
        super(in, out);
    }

    /** Stops between a bool field and its value. */
    public void send_half() throws TException {
        oprot_.writeMessageBegin(new TMessage("half", TMessageType.CALL, ++seqid_));
        oprot_.writeStructBegin(new TStruct("half"));
        oprot_.writeFieldBegin(new TField("flag", TType.BOOL, (short) 1));
        throw new TException("the value is missing");
    }

    /** Writes a list of bools. */
    public void send_flags(List<Boolean> flags) throws TException {
        writeFlags(oprot_, new TMessage("flags", TMessageType.CALL, ++seqid_), flags);
    }

    /** Writes a list of bools: the protocol writes them unchanged only if no field is waiting for its value. */
    static void writeFlags(TProtocol out, TMessage header, List<Boolean> flags) throws TException {
        out.writeMessageBegin(header);
        out.writeStructBegin(new TStruct("flags"));
        out.writeFieldBegin(new TField("flags", TType.LIST, (short) 1));
        out.writeListBegin(new TList(TType.BOOL, flags.size()));
        for (boolean flag : flags) {
            out.writeBool(flag);
        }
        out.writeListEnd();
        out.writeFieldEnd();
        out.writeFieldStop();
        out.writeStructEnd();
        out.writeMessageEnd();
        out.getTransport().flush();
    }

    /** Stops between a bool field and its value. */
    public List<Boolean> recv_half() throws TException {
        beginReply();
        throw new TProtocolException("the value is missing");
    }

    /** Returns the list that {@link #writeFlags} wrote. */
    public List<Boolean> recv_flags() throws TException {
        beginReply();
        TList list = iprot_.readListBegin();
        List<Boolean> flags = new ArrayList<>();
        for (int i = 0; i < list.size; i++) {
            flags.add(iprot_.readBool());
        }
        iprot_.readListEnd();
        iprot_.readFieldEnd();
        iprot_.readFieldBegin();
        iprot_.readStructEnd();
        iprot_.readMessageEnd();
        return flags;
    }

    private void beginReply() throws TException {
        iprot_.readMessageBegin();
        iprot_.readStructBegin();
        iprot_.readFieldBegin();
    }
}
