package io.grizzlythrift.client.internal.call;

import org.apache.thrift.TException;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TList;
import org.apache.thrift.protocol.TMap;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolException;
import org.apache.thrift.protocol.TSet;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;

/** Copies a message from one protocol to another, value by value. The types are those that the message states. */
final class MessageCopy {
    private static final TStruct STRUCT = new TStruct("");

    private MessageCopy() {}

    /** Copies the next message, with another sequence id. */
    static void copy(TProtocol from, TProtocol to, int sequenceId) throws TException {
        TMessage header = from.readMessageBegin();
        to.writeMessageBegin(new TMessage(header.name, header.type, sequenceId));
        copyStruct(from, to, from.getTransport().getConfiguration().getRecursionLimit());
        from.readMessageEnd();
        to.writeMessageEnd();
    }

    private static void copyStruct(TProtocol from, TProtocol to, int depth) throws TException {
        from.readStructBegin();
        to.writeStructBegin(STRUCT);
        while (true) {
            TField field = from.readFieldBegin();
            if (field.type == TType.STOP) {
                break;
            }
            to.writeFieldBegin(new TField("", field.type, field.id));
            copyValue(from, to, field.type, depth);
            from.readFieldEnd();
            to.writeFieldEnd();
        }
        from.readStructEnd();
        to.writeFieldStop();
        to.writeStructEnd();
    }

    private static void copyValue(TProtocol from, TProtocol to, byte type, int depth) throws TException {
        if (depth == 0) {
            throw new TProtocolException(
                    TProtocolException.DEPTH_LIMIT, "the values of the reply are nested too deeply");
        }
        switch (type) {
            case TType.BOOL -> to.writeBool(from.readBool());
            case TType.BYTE -> to.writeByte(from.readByte());
            case TType.I16 -> to.writeI16(from.readI16());
            case TType.I32 -> to.writeI32(from.readI32());
            case TType.I64 -> to.writeI64(from.readI64());
            case TType.DOUBLE -> to.writeDouble(from.readDouble());
            case TType.STRING -> to.writeBinary(from.readBinary());
            case TType.UUID -> to.writeUuid(from.readUuid());
            case TType.STRUCT -> copyStruct(from, to, depth - 1);
            case TType.MAP -> copyMap(from, to, depth - 1);
            case TType.SET -> {
                TSet set = from.readSetBegin();
                to.writeSetBegin(set);
                copyElements(from, to, set.elemType, set.size, depth - 1);
                from.readSetEnd();
                to.writeSetEnd();
            }
            case TType.LIST -> {
                TList list = from.readListBegin();
                to.writeListBegin(list);
                copyElements(from, to, list.elemType, list.size, depth - 1);
                from.readListEnd();
                to.writeListEnd();
            }
            default ->
                throw new TProtocolException(
                        TProtocolException.INVALID_DATA, "the reply has a value of unknown type " + type);
        }
    }

    private static void copyMap(TProtocol from, TProtocol to, int depth) throws TException {
        TMap map = from.readMapBegin();
        to.writeMapBegin(map);
        for (int i = 0; i < map.size; i++) {
            copyValue(from, to, map.keyType, depth);
            copyValue(from, to, map.valueType, depth);
        }
        from.readMapEnd();
        to.writeMapEnd();
    }

    private static void copyElements(TProtocol from, TProtocol to, byte type, int size, int depth) throws TException {
        for (int i = 0; i < size; i++) {
            copyValue(from, to, type, depth);
        }
    }
}
