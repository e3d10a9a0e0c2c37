package io.grizzlythrift.test;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
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

/** A struct with random fields of all types, some of them nested. It is only written. */
public final class RandomStruct implements TSerializable {
    /** Containers are only in structs of these levels, so that a message does not become too large. */
    private static final int LEVELS_WITH_CONTAINERS = 4;

    /** Sizes of containers: the compact protocol encodes those up to 14 with the type of the elements. */
    private static final int[] SIZES = {0, 1, 2, 3, 14, 15, 16, 130};

    private static final String[] TEXTS = {"", "a", "käse", "\ud83d\ude00", "x".repeat(127), "y".repeat(128)};

    private final SplittableRandom random;
    private final int maxDepth;
    private final boolean uuidElements;

    /**
     * Creates a struct.
     *
     * @param random is used while the struct is written
     * @param maxDepth how deeply structs are nested at most
     * @param uuidElements whether containers may have elements of type UUID, which libthrift writes and skips, but cannot read
     */
    public RandomStruct(SplittableRandom random, int maxDepth, boolean uuidElements) {
        this.random = random;
        this.maxDepth = maxDepth;
        this.uuidElements = uuidElements;
    }

    @Override
    public void read(TProtocol in) {
        throw new UnsupportedOperationException("is only written");
    }

    @Override
    public void write(TProtocol out) throws TException {
        writeStruct(out, 0);
    }

    private void write(TProtocol out, byte type, int depth) throws TException {
        switch (type) {
            case TType.BOOL -> out.writeBool(random.nextBoolean());
            case TType.BYTE -> out.writeByte((byte) random.nextInt());
            case TType.I16 -> out.writeI16((short) number());
            case TType.I32 -> out.writeI32((int) number());
            case TType.I64 -> out.writeI64(number());
            case TType.DOUBLE -> out.writeDouble(Double.longBitsToDouble(random.nextLong()));
            case TType.STRING -> writeText(out, TEXTS[random.nextInt(TEXTS.length)]);
            case TType.UUID -> out.writeUuid(new UUID(random.nextLong(), random.nextLong()));
            case TType.STRUCT -> writeStruct(out, depth);
            default -> writeContainer(out, type, depth);
        }
    }

    private void writeText(TProtocol out, String text) throws TException {
        if (random.nextBoolean()) {
            out.writeString(text);
        } else {
            out.writeBinary(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
        }
    }

    /** Returns a number of any length in bits, of either sign. */
    private long number() {
        long bits = random.nextLong() >>> random.nextInt(Long.SIZE);
        return random.nextBoolean() ? bits : -bits;
    }

    private void writeStruct(TProtocol out, int depth) throws TException {
        out.writeStructBegin(new TStruct("any"));
        for (int left = random.nextInt(depth == 0 ? 12 : 4); left > 0; left--) {
            byte type = type(depth);
            int id = random.nextInt(10) == 0 ? random.nextInt() : random.nextInt(40);
            out.writeFieldBegin(new TField("any", type, (short) id));
            write(out, type, depth + 1);
            out.writeFieldEnd();
        }
        out.writeFieldStop();
        out.writeStructEnd();
    }

    private void writeContainer(TProtocol out, byte type, int depth) throws TException {
        byte key = elementType(depth);
        byte value = elementType(depth);
        int size = SIZES[random.nextInt(depth < 2 ? SIZES.length : 3)];
        switch (type) {
            case TType.MAP -> out.writeMapBegin(new TMap(key, value, size));
            case TType.SET -> out.writeSetBegin(new TSet(value, size));
            default -> out.writeListBegin(new TList(value, size));
        }
        for (int i = 0; i < size; i++) {
            if (type == TType.MAP) {
                write(out, key, depth + 1);
            }
            write(out, value, depth + 1);
        }
        switch (type) {
            case TType.MAP -> out.writeMapEnd();
            case TType.SET -> out.writeSetEnd();
            default -> out.writeListEnd();
        }
    }

    private byte type(int depth) {
        if (depth < maxDepth && random.nextInt(3) == 0) {
            return TType.STRUCT;
        }
        List<Byte> types = depth < Math.min(maxDepth, LEVELS_WITH_CONTAINERS) ? WireTypes.ALL : WireTypes.SIMPLE;
        return types.get(random.nextInt(types.size()));
    }

    private byte elementType(int depth) {
        byte type = type(depth);
        return type == TType.UUID && !uuidElements ? TType.I64 : type;
    }
}
