package io.grizzlythrift.internal.message;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.internal.frame.FrameOutput;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.RandomStruct;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TList;
import org.apache.thrift.protocol.TMap;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolException;
import org.apache.thrift.protocol.TProtocolUtil;
import org.apache.thrift.protocol.TSet;
import org.apache.thrift.protocol.TType;
import org.apache.thrift.transport.TTransportException;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that random structs are written and read as by libthrift's protocols, byte for byte, and damaged ones alike. */
public class InPlaceProtocolTest {
    private static final int STRUCTS = 400;
    private static final int DAMAGED_COPIES = 10;
    private static final int MAX_DEPTH = 20;

    private final FrameOutput output = new FrameOutput(1 << 20);
    private final MessageTransport transport = new MessageTransport(new TConfiguration(), output, () -> {});

    @DataProvider
    static Object[][] protocols() {
        return new Object[][] {{ThriftProtocol.BINARY}, {ThriftProtocol.COMPACT}};
    }

    @Test(dataProvider = "protocols")
    void writesAndReadsAsLibthriftDoes(ThriftProtocol protocol) throws TException {
        TProtocol ours = MessageProtocol.create(protocol, transport).protocol();
        TProtocol theirs = protocol.getProtocol(transport);
        for (int seed = 0; seed < STRUCTS; seed++) {
            byte[] written = writtenBy(ours, seed);
            assertEquals(written, writtenBy(theirs, seed), "seed " + seed);
            assertTrue(readBy(ours, written).equals(readBy(theirs, written)), "seed " + seed);
            assertEquals(transport.getBytesRemainingInBuffer(), 0, "seed " + seed);
            transport.readFrame(written, 0, written.length);
            TProtocolUtil.skip(ours, TType.STRUCT);
            assertEquals(transport.getBytesRemainingInBuffer(), 0, "skipped, seed " + seed);
        }
    }

    @Test(dataProvider = "protocols")
    void rejectsWhatLibthriftRejects(ThriftProtocol protocol) throws TException {
        TProtocol ours = MessageProtocol.create(protocol, transport).protocol();
        TProtocol theirs = protocol.getProtocol(transport);
        Random random = new Random(1);
        int rejected = 0;
        for (int seed = 0; seed < STRUCTS; seed++) {
            byte[] written = writtenBy(ours, seed);
            for (int copy = 0; copy < DAMAGED_COPIES; copy++) {
                byte[] damaged =
                        Arrays.copyOf(written, written.length - random.nextInt(2) * random.nextInt(written.length));
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
                Object read = readBy(ours, damaged);
                assertTrue(read.equals(readBy(theirs, damaged)), "seed " + seed + ", copy " + copy);
                rejected += read.equals(REJECTED) ? 1 : 0;
                skip(ours, damaged);
            }
        }
        assertTrue(rejected > STRUCTS, rejected + " rejected");
    }

    @Test(dataProvider = "protocols")
    void rejectsANegativeLength(ThriftProtocol protocol) {
        TProtocol ours = MessageProtocol.create(protocol, transport).protocol();
        byte[] minusOne =
                protocol == ThriftProtocol.BINARY ? new byte[] {-1, -1, -1, -1} : new byte[] {-1, -1, -1, -1, 15};
        transport.readFrame(minusOne, 0, minusOne.length);
        TProtocolException thrown = expectThrows(TProtocolException.class, ours::readString);
        assertEquals(thrown.getType(), TProtocolException.NEGATIVE_SIZE);
        assertTrue(thrown.getMessage().contains("-1"), thrown.getMessage());
    }

    /** At most ten bytes, of which the last ends the number. */
    @Test
    void rejectsAnEndlessNumber() throws TException {
        TProtocol ours =
                MessageProtocol.create(ThriftProtocol.COMPACT, transport).protocol();
        byte[] endless = new byte[20];
        Arrays.fill(endless, (byte) 0x80);
        transport.readFrame(endless, 0, endless.length);
        assertEquals(expectThrows(TProtocolException.class, ours::readI32).getType(), TProtocolException.INVALID_DATA);
        transport.readFrame(endless, 0, endless.length);
        assertEquals(expectThrows(TProtocolException.class, ours::readI64).getType(), TProtocolException.INVALID_DATA);
        endless[9] = 0;
        transport.readFrame(endless, 0, endless.length);
        assertEquals(ours.readI64(), 0);
        assertEquals(transport.getBytesRemainingInBuffer(), 10);
        transport.readFrame(endless, 0, 4);
        expectThrows(TTransportException.class, ours::readI32);
    }

    /** A long binary value is a slice of the frame, which may not be reused then. */
    @Test(dataProvider = "protocols")
    void copiesShortBinaryValues(ThriftProtocol protocol) throws TException {
        TProtocol ours = MessageProtocol.create(protocol, transport).protocol();
        for (int length : new int[] {0, InPlaceProtocol.MAX_COPIED_BYTES, InPlaceProtocol.MAX_COPIED_BYTES + 1}) {
            byte[] value = new byte[length];
            Arrays.fill(value, (byte) 7);
            ours.writeBinary(ByteBuffer.wrap(value).asReadOnlyBuffer());
            ours.writeBinary(ByteBuffer.wrap(value));
            byte[] written = takeWritten();
            transport.readFrame(written, 0, written.length);
            transport.takeInputRetained(); // of other tests
            ByteBuffer first = ours.readBinary();
            ByteBuffer second = ours.readBinary();
            assertEquals(first, ByteBuffer.wrap(value));
            assertEquals(second, first, "written by a buffer with an array");
            boolean isLong = length > InPlaceProtocol.MAX_COPIED_BYTES;
            assertEquals(transport.takeInputRetained(), isLong, "retained for " + length);
            Arrays.fill(written, (byte) 8); // as if the array were reused
            assertEquals(first.equals(ByteBuffer.wrap(value)), !isLong, "a copy of " + length);
        }
    }

    /** libthrift cannot read containers of UUIDs. */
    @Test(dataProvider = "protocols")
    void containersOfUuids(ThriftProtocol protocol) throws TException {
        TProtocol ours = MessageProtocol.create(protocol, transport).protocol();
        UUID id = new UUID(Long.MIN_VALUE + 1, 0x0102030405060708L);
        ours.writeMapBegin(new TMap(TType.UUID, TType.UUID, 1));
        ours.writeUuid(id);
        ours.writeUuid(id);
        byte[] written = takeWritten();
        transport.readFrame(written, 0, written.length);
        assertEquals(ours.readMapBegin().size, 1);
        assertEquals(List.of(ours.readUuid(), ours.readUuid()), List.of(id, id));
        transport.readFrame(written, 0, written.length - 1);
        expectThrows(TTransportException.class, ours::readMapBegin);
    }

    /** What a message that failed has left behind does not change the next one. */
    @Test
    void resetForgetsTheCurrentStruct() throws TException {
        MessageProtocol message = MessageProtocol.create(ThriftProtocol.COMPACT, transport);
        TProtocol ours = message.protocol();
        byte[] bool = {0x11};
        transport.readFrame(bool, 0, bool.length);
        ours.readStructBegin();
        ours.readFieldBegin(); // its value, true, is not read
        ours.writeFieldBegin(new TField("", TType.BOOL, (short) 3)); // its value is not written
        message.skipHeader();
        byte[] two = {2, 0x26, 2};
        transport.readFrame(two, 0, two.length);
        assertEquals(ours.readBool(), false);
        ours.readStructBegin();
        assertEquals(ours.readFieldBegin().id, 2);
        ours.writeBool(true);
        assertEquals(takeWritten(), new byte[] {1});
    }

    private static final String REJECTED = "rejected";

    private Object readBy(TProtocol protocol, byte[] bytes) {
        protocol.reset();
        transport.readFrame(bytes, 0, bytes.length);
        try {
            return read(protocol, TType.STRUCT, 0);
        } catch (TException e) {
            return REJECTED;
        }
    }

    private void skip(TProtocol protocol, byte[] bytes) {
        protocol.reset();
        transport.readFrame(bytes, 0, bytes.length);
        try {
            TProtocolUtil.skip(protocol, TType.STRUCT);
        } catch (TException e) {
            // As good as any other result, if there is one.
        }
        assertTrue(transport.getBytesRemainingInBuffer() >= 0, "read behind the frame");
    }

    private byte[] writtenBy(TProtocol protocol, int seed) throws TException {
        protocol.reset();
        new RandomStruct(new SplittableRandom(seed), MAX_DEPTH, false).write(protocol);
        return takeWritten();
    }

    private byte[] takeWritten() {
        transport.endMessage();
        byte[] written = Arrays.copyOfRange(output.array(), Integer.BYTES, output.size());
        output.clear();
        return written;
    }

    /** Reads a value as an object that equals another one if all its parts do. */
    private static Object read(TProtocol in, byte type, int depth) throws TException {
        if (depth > 64) {
            throw new TException("too deep");
        }
        return switch (type) {
            case TType.BOOL -> in.readBool();
            case TType.BYTE -> in.readByte();
            case TType.I16 -> in.readI16();
            case TType.I32 -> in.readI32();
            case TType.I64 -> in.readI64();
            case TType.DOUBLE -> in.readDouble();
            case TType.STRING -> depth % 2 == 0 ? in.readString() : in.readBinary();
            case TType.UUID -> in.readUuid();
            case TType.STRUCT -> readStruct(in, depth);
            case TType.MAP -> {
                TMap map = in.readMapBegin();
                requireReadable(map.keyType);
                requireReadable(map.valueType);
                List<Object> read = new ArrayList<>(List.of(map.keyType, map.valueType, map.size));
                for (int i = 0; i < map.size; i++) {
                    read.add(read(in, map.keyType, depth + 1));
                    read.add(read(in, map.valueType, depth + 1));
                }
                in.readMapEnd();
                yield read;
            }
            case TType.SET -> {
                TSet set = in.readSetBegin();
                List<Object> read = readElements(in, set.elemType, set.size, depth);
                in.readSetEnd();
                yield read;
            }
            case TType.LIST -> {
                TList list = in.readListBegin();
                List<Object> read = readElements(in, list.elemType, list.size, depth);
                in.readListEnd();
                yield read;
            }
            default -> throw new TException("type " + type);
        };
    }

    /** Rejects containers of UUIDs, which libthrift cannot read. */
    private static void requireReadable(byte elementType) throws TException {
        if (elementType == TType.UUID) {
            throw new TException("type " + elementType);
        }
    }

    private static List<Object> readStruct(TProtocol in, int depth) throws TException {
        List<Object> read = new ArrayList<>();
        in.readStructBegin();
        for (TField field = in.readFieldBegin(); field.type != TType.STOP; field = in.readFieldBegin()) {
            read.add(field.type);
            read.add(field.id);
            read.add(read(in, field.type, depth + 1));
            in.readFieldEnd();
        }
        in.readStructEnd();
        return read;
    }

    private static List<Object> readElements(TProtocol in, byte type, int size, int depth) throws TException {
        requireReadable(type);
        List<Object> read = new ArrayList<>();
        read.add(type);
        for (int i = 0; i < size; i++) {
            read.add(read(in, type, depth + 1));
        }
        return read;
    }
}
