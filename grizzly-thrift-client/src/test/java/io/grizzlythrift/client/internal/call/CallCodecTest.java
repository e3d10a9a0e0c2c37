package io.grizzlythrift.client.internal.call;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNotNull;
import static org.testng.Assert.assertNotSame;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.client.gen.Parcel;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.internal.stub.GeneratedInterface;
import io.grizzlythrift.client.testing.scripted.Messages;
import io.grizzlythrift.header.Transform;
import io.grizzlythrift.internal.call.RejectedCall;
import io.grizzlythrift.internal.frame.WireFormat;
import io.grizzlythrift.internal.header.FrameHeader;
import io.grizzlythrift.internal.header.OutgoingHeader;
import io.grizzlythrift.message.ThriftProtocol;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.TServiceClient;
import org.apache.thrift.TServiceClientFactory;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;
import org.apache.thrift.transport.TMemoryBuffer;
import org.apache.thrift.transport.TMemoryInputTransport;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests one codec with message after message: no message affects the next one. */
public class CallCodecTest {
    private static final int MAX_FRAME = 1_000_000;
    private static final List<Boolean> FLAGS = List.of(false, true, false, false, true);

    private static final GeneratedService PROBE = new GeneratedService(0, new Probe.Client.Factory(), Optional.empty());
    private static final GeneratedService HALF = new GeneratedService(1, new HalfFactory(), Optional.empty());
    private static final Map<String, GeneratedMethod> METHODS =
            GeneratedInterface.of(Probe.Iface.class).methods(PROBE).values().stream()
                    .collect(Collectors.toMap(GeneratedMethod::name, method -> method));

    private static final class HalfFactory implements TServiceClientFactory<TServiceClient> {
        @Override
        public TServiceClient getClient(TProtocol protocol) {
            return getClient(protocol, protocol);
        }

        @Override
        public TServiceClient getClient(TProtocol in, TProtocol out) {
            return new HalfClient(in, out);
        }
    }

    /** An encoded call as its connection sees it. */
    private static final class Frame {
        private byte[] array;
        private int offset;
        private int length;

        void set(CallBuffer buffer, int toOffset, int toLength, int prefixBytes) {
            assertEquals(prefixBytes, Integer.BYTES);
            array = buffer.array();
            offset = toOffset;
            length = toLength;
        }

        byte[] message() {
            ByteBuffer whole = ByteBuffer.wrap(array, offset, length);
            assertEquals(whole.getInt(), length - Integer.BYTES, "the length in front");
            return Arrays.copyOfRange(array, offset + Integer.BYTES, offset + length);
        }
    }

    /** Writes a call with a generated client. */
    private interface Sending {
        void to(TProtocol protocol) throws TException;
    }

    private static CallCodec codec(ThriftProtocol protocol) {
        return new CallCodec(protocol, WireFormat.FRAMED, MAX_FRAME, new ByteLimit(1));
    }

    private static GeneratedMethod half(String name) throws ReflectiveOperationException {
        Class<?>[] arguments = name.equals("flags") ? new Class<?>[] {List.class} : new Class<?>[0];
        return GeneratedMethod.of(
                HALF,
                name,
                HalfClient.class.getMethod("send_" + name, arguments),
                Optional.of(HalfClient.class.getMethod("recv_" + name)));
    }

    private static Frame encode(CallCodec codec, GeneratedMethod method, int sequenceId, Object... arguments)
            throws TException {
        Frame frame = new Frame();
        codec.encode(frame::set, sequenceId, (to, id) -> to.writeCall(method, arguments, id));
        return frame;
    }

    private static void failToEncode(CallCodec codec, GeneratedMethod method, Object... arguments) {
        Frame frame = new Frame();
        expectThrows(
                TException.class, () -> codec.encode(frame::set, 9, (to, id) -> to.writeCall(method, arguments, id)));
        assertEquals(frame.length, 0, "a call that cannot be encoded has a frame");
    }

    /** Returns what libthrift's own client writes first, with sequence id 1. */
    private static byte[] reference(ThriftProtocol protocol, Sending sending) throws TException {
        TMemoryBuffer buffer = new TMemoryBuffer(64);
        sending.to(protocol.getProtocol(buffer));
        return Arrays.copyOf(buffer.getArray(), buffer.length());
    }

    private static Object result(CallCodec codec, GeneratedMethod method, byte[] frame) throws TException {
        codec.read(frame, 0, frame.length);
        return codec.readResult(method);
    }

    private static Parcel parcel(String name) {
        return new Parcel()
                .setName(name)
                .setTruth(true)
                .setPayload(new byte[] {1, 2, 3})
                .setWords(List.of("a", "b"))
                .setNames(Map.of(1, "one"));
    }

    /**
     * Returns a parcel whose inner parcel has no name, which shows when the bool and most of the outer one are written.
     */
    private static Parcel incomplete() {
        return parcel("outer").setInner(new Parcel().setTruth(true));
    }

    /** The thread that reads looks for a rejection in each exception, so it must not restore one of any size. */
    @Test
    public void onlySmallCompressedExceptionsAreRestoredAsRejections() throws Exception {
        CallCodec codec = new CallCodec(
                ThriftProtocol.BINARY, WireFormat.HEADER_BINARY, MAX_FRAME, new ByteLimit(Long.MAX_VALUE));
        byte[] small = compressedRejection(100);
        codec.read(FrameHeader.parse(small, 0, small.length), small, 0, small.length);
        assertEquals(codec.readRejection().orElseThrow().reason(), RejectedCall.Reason.OVERLOADED);
        byte[] large = compressedRejection(100_000);
        codec.read(FrameHeader.parse(large, 0, large.length), large, 0, large.length);
        assertTrue(codec.readRejection().isEmpty());
        codec.resume(codec.message());
        TApplicationException thrown =
                expectThrows(TApplicationException.class, () -> codec.readResult(METHODS.get("echo")));
        assertTrue(thrown.getMessage().length() > 100_000);
    }

    /** Returns the frame of an exception with random letters, without its length. */
    private static byte[] compressedRejection(int letters) throws TException {
        StringBuilder text = new StringBuilder();
        Random random = new Random(letters);
        while (text.length() < letters) {
            text.append((char) ('a' + random.nextInt(26)));
        }
        byte[] message = reference(ThriftProtocol.BINARY, out -> {
            out.writeMessageBegin(new TMessage("echo", TMessageType.EXCEPTION, 1));
            new RejectedCall(RejectedCall.Reason.OVERLOADED, text.toString()).write(out);
            out.writeMessageEnd();
        });
        OutgoingHeader header = new OutgoingHeader(0, 1, 0, List.of(Transform.ZLIB), Map.of(), Map.of());
        byte[] start = header.encode();
        byte[] payload = header.transform(message, 0, message.length);
        byte[] frame = Arrays.copyOf(start, start.length + payload.length);
        System.arraycopy(payload, 0, frame, start.length, payload.length);
        return frame;
    }

    @DataProvider
    static Object[][] protocols() {
        return Arrays.stream(ThriftProtocol.values())
                .map(protocol -> new Object[] {protocol})
                .toArray(Object[][]::new);
    }

    @Test(dataProvider = "protocols")
    void aCallIsWrittenAsLibthriftWritesIt(ThriftProtocol protocol) throws Exception {
        byte[] expected = reference(protocol, to -> new Probe.Client(to).send_echoParcel(parcel("p")));
        CallCodec codec = codec(protocol);
        for (int i = 0; i < 3; i++) {
            assertEquals(
                    encode(codec, METHODS.get("echoParcel"), 1, parcel("p")).message(), expected);
        }
    }

    @Test(dataProvider = "protocols")
    void anySequenceIdIsEncoded(ThriftProtocol protocol) throws Exception {
        CallCodec codec = codec(protocol);
        for (int id : new int[] {1, -1, 0, Integer.MAX_VALUE, Integer.MIN_VALUE, 12_345}) {
            byte[] message = encode(codec, METHODS.get("echo"), id, "text").message();
            TMessage header =
                    protocol.getProtocol(new TMemoryInputTransport(message)).readMessageBegin();
            assertEquals(header.seqid, id);
            assertEquals(header.name, "echo");
            byte[] reply = Messages.reply(protocol, "echo", id, "reply");
            assertEquals(codec.read(reply, 0, reply.length).seqid, id);
            assertEquals(codec.readResult(METHODS.get("echo")), "reply");
        }
    }

    @Test(dataProvider = "protocols")
    void aCallThatCannotBeEncodedLeavesNothingBehind(ThriftProtocol protocol) throws Exception {
        byte[] expected = reference(protocol, to -> new Probe.Client(to).send_store(parcel("whole")));
        CallCodec codec = codec(protocol);
        for (int i = 0; i < 3; i++) {
            failToEncode(codec, METHODS.get("store"), incomplete());
            assertEquals(encode(codec, METHODS.get("store"), 1, parcel("whole")).message(), expected);
        }
    }

    @Test(dataProvider = "protocols")
    void aCallThatStopsBetweenABoolFieldAndItsValueLeavesNothingBehind(ThriftProtocol protocol) throws Exception {
        byte[] expected = reference(protocol, to -> new HalfClient(to, to).send_flags(FLAGS));
        CallCodec codec = codec(protocol);
        for (int i = 0; i < 3; i++) {
            failToEncode(codec, half("half"));
            assertEquals(encode(codec, half("flags"), 1, FLAGS).message(), expected);
        }
    }

    @Test(dataProvider = "protocols")
    void argumentsOfTheWrongTypeLeaveNothingBehind(ThriftProtocol protocol) throws Exception {
        byte[] expected = reference(protocol, to -> new Probe.Client(to).send_echo("text"));
        CallCodec codec = codec(protocol);
        expectThrows(ClassCastException.class, () -> encode(codec, METHODS.get("echo"), 1, 42));
        assertEquals(encode(codec, METHODS.get("echo"), 1, "text").message(), expected);
    }

    @Test(dataProvider = "protocols")
    void aTruncatedReplyLeavesNothingBehind(ThriftProtocol protocol) throws Exception {
        byte[] whole = reference(protocol, to -> {
            to.writeMessageBegin(new TMessage("echoParcel", TMessageType.REPLY, 1));
            Probe.echoParcel_result body = new Probe.echoParcel_result();
            body.setSuccess(parcel("outer").setInner(parcel("inner")));
            body.write(to);
            to.writeMessageEnd();
        });
        byte[] call = reference(protocol, to -> new Probe.Client(to).send_store(parcel("next")));
        CallCodec codec = codec(protocol);
        GeneratedMethod method = METHODS.get("echoParcel");
        for (int length = 0; length < whole.length - 1; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            if (protocol == ThriftProtocol.JSON && length == whole.length - 2) {
                break; // only closing brackets are missing
            }
            Throwable thrown = expectThrows(Throwable.class, () -> resultOrRenewed(codec, method, cut));
            assertNotNull(thrown);
            assertEquals(result(codec, method, whole), parcel("outer").setInner(parcel("inner")), "after " + length);
            assertEquals(encode(codec, METHODS.get("store"), 1, parcel("next")).message(), call, "after " + length);
        }
    }

    /** A header that cannot be read ends the connection, which renews the codec. */
    private static Object resultOrRenewed(CallCodec codec, GeneratedMethod method, byte[] frame) throws TException {
        try {
            codec.read(frame, 0, frame.length);
        } catch (TException | RuntimeException e) {
            codec.renew();
            throw e;
        }
        return codec.readResult(method);
    }

    @Test(dataProvider = "protocols")
    void aReplyThatStopsBetweenABoolFieldAndItsValueLeavesNothingBehind(ThriftProtocol protocol) throws Exception {
        byte[] stopping = reference(protocol, to -> {
            to.writeMessageBegin(new TMessage("half", TMessageType.REPLY, 1));
            to.writeStructBegin(new TStruct());
            to.writeFieldBegin(new TField("flag", TType.BOOL, (short) 1));
            to.writeBool(true);
            to.writeFieldEnd();
            to.writeFieldStop();
            to.writeStructEnd();
            to.writeMessageEnd();
        });
        TMessage header = new TMessage("flags", TMessageType.REPLY, 1);
        byte[] flags = reference(protocol, to -> HalfClient.writeFlags(to, header, FLAGS));
        CallCodec codec = codec(protocol);
        for (int i = 0; i < 3; i++) {
            expectThrows(TException.class, () -> result(codec, half("half"), stopping));
            assertEquals(result(codec, half("flags"), flags), FLAGS);
        }
    }

    @Test(dataProvider = "protocols")
    void aReplyWhoseBodyIsNeverReadLeavesNothingBehind(ThriftProtocol protocol) throws Exception {
        byte[] first = Messages.reply(protocol, "echo", 5, "late");
        byte[] second = Messages.reply(protocol, "echo", 6, "in time");
        CallCodec codec = codec(protocol);
        for (int i = 0; i < 3; i++) {
            codec.read(first, 0, first.length);
            assertEquals(result(codec, METHODS.get("echo"), second), "in time");
        }
    }

    @Test(dataProvider = "protocols")
    void framesOfEarlierCallsAreNotOverwritten(ThriftProtocol protocol) throws Exception {
        Random random = new Random(7);
        CallCodec codec = codec(protocol);
        Frame[] frames = new Frame[2_000];
        int[] sizes = new int[frames.length];
        for (int i = 0; i < frames.length; i++) {
            // Most are small; some do not fit into what is left of an array, some into no array of the usual size.
            sizes[i] = random.nextInt(i % 50 == 0 ? 100_000 : i % 5 == 0 ? 9_000 : 300);
            frames[i] = encode(codec, METHODS.get("echo"), i, text(i, sizes[i]));
            if (i % 3 == 0) {
                failToEncode(codec, METHODS.get("store"), incomplete());
            }
        }
        for (int i = 0; i < frames.length; i++) {
            TProtocol in = protocol.getProtocol(new TMemoryInputTransport(frames[i].message()));
            assertEquals(in.readMessageBegin().seqid, i);
            Probe.echo_args arguments = new Probe.echo_args();
            arguments.read(in);
            assertEquals(arguments.getText(), text(i, sizes[i]));
        }
    }

    private static String text(int seed, int length) {
        char[] chars = new char[length];
        Arrays.fill(chars, (char) ('a' + seed % 26));
        return seed + ":" + new String(chars);
    }

    @Test
    void smallCallsShareAnArrayAndALargeOneKeepsItsOwn() throws Exception {
        CallCodec codec = codec(ThriftProtocol.COMPACT);
        Frame first = encode(codec, METHODS.get("echo"), 1, "small");
        Frame second = encode(codec, METHODS.get("echo"), 2, "small");
        assertSame(second.array, first.array);
        assertEquals(second.offset, first.offset + first.length);
        Frame large = encode(codec, METHODS.get("echo"), 3, text(3, 200_000));
        Frame after = encode(codec, METHODS.get("echo"), 4, "small");
        assertNotSame(after.array, large.array, "a small call keeps a large array in memory");
    }

    @Test(dataProvider = "protocols")
    void aCopiedMessageDiffersInItsSequenceIdOnly(ThriftProtocol protocol) throws Exception {
        byte[] original = Messages.reply(protocol, "echo", 77, "text");
        byte[] expected = Messages.reply(protocol, "echo", -78, "text");
        CallCodec codec = codec(protocol);
        for (int i = 0; i < 3; i++) {
            Frame copy = new Frame();
            codec.read(original, 0, original.length);
            codec.encode(copy::set, -78, CallCodec::copyMessage);
            assertEquals(copy.message(), expected);
        }
    }
}
