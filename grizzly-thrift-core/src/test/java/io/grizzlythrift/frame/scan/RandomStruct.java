package io.grizzlythrift.frame.scan;

import java.util.SplittableRandom;
import java.util.UUID;
import org.apache.thrift.TException;
import org.apache.thrift.TSerializable;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TList;
import org.apache.thrift.protocol.TMap;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TSet;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;

/** A struct with random fields of all types, some of them nested. */
final class RandomStruct implements TSerializable {
    private static final byte[] TYPES = {
        TType.BOOL,
        TType.BYTE,
        TType.I16,
        TType.I32,
        TType.I64,
        TType.DOUBLE,
        TType.STRING,
        TType.UUID,
        TType.STRUCT,
        TType.LIST,
        TType.SET,
        TType.MAP
    };

    /** The number of types at the end of the list that are nested. */
    private static final int NESTED_TYPES = 4;

    private static final int MAX_SIZE = 20;

    private final SplittableRandom random;
    private final int maxLevels;

    RandomStruct(SplittableRandom random, int maxLevels) {
        this.random = random;
        this.maxLevels = maxLevels;
    }

    @Override
    public void read(TProtocol in) {
        throw new UnsupportedOperationException("is only written");
    }

    @Override
    public void write(TProtocol out) throws TException {
        writeStruct(out, maxLevels);
    }

    private void writeStruct(TProtocol out, int levels) throws TException {
        out.writeStructBegin(new TStruct());
        int fields = random.nextInt(5);
        for (int field = 0; field < fields; field++) {
            byte type = type(levels);
            out.writeFieldBegin(new TField("", type, (short) random.nextInt(1 << random.nextInt(1, 15))));
            writeValue(out, type, levels);
            out.writeFieldEnd();
        }
        out.writeFieldStop();
        out.writeStructEnd();
    }

    private byte type(int levels) {
        return TYPES[random.nextInt(levels > 0 ? TYPES.length : TYPES.length - NESTED_TYPES)];
    }

    private void writeValue(TProtocol out, byte type, int levels) throws TException {
        switch (type) {
            case TType.BOOL -> out.writeBool(random.nextBoolean());
            case TType.BYTE -> out.writeByte((byte) random.nextInt());
            case TType.I16 -> out.writeI16((short) random.nextInt());
            case TType.I32 -> out.writeI32(random.nextInt() >> random.nextInt(Integer.SIZE));
            case TType.I64 -> out.writeI64(random.nextLong() >> random.nextInt(Long.SIZE));
            case TType.DOUBLE -> out.writeDouble(random.nextDouble());
            case TType.STRING -> out.writeString("x".repeat(random.nextInt(1 << random.nextInt(10))));
            case TType.UUID -> out.writeUuid(new UUID(random.nextLong(), random.nextLong()));
            case TType.STRUCT -> writeStruct(out, levels - 1);
            case TType.MAP -> writeMap(out, levels - 1);
            default -> writeElements(out, type, levels - 1);
        }
    }

    private int size(int levels) {
        return random.nextInt(levels > 1 ? 3 : MAX_SIZE);
    }

    private void writeMap(TProtocol out, int levels) throws TException {
        byte keyType = type(levels);
        byte valueType = type(levels);
        int size = size(levels);
        out.writeMapBegin(new TMap(keyType, valueType, size));
        for (int entry = 0; entry < size; entry++) {
            writeValue(out, keyType, levels);
            writeValue(out, valueType, levels);
        }
        out.writeMapEnd();
    }

    private void writeElements(TProtocol out, byte type, int levels) throws TException {
        byte elementType = type(levels);
        int size = size(levels);
        if (type == TType.LIST) {
            out.writeListBegin(new TList(elementType, size));
        } else {
            out.writeSetBegin(new TSet(elementType, size));
        }
        for (int element = 0; element < size; element++) {
            writeValue(out, elementType, levels);
        }
    }
}
