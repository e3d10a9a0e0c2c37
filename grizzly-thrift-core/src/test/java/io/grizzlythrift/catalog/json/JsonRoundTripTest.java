package io.grizzlythrift.catalog.json;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.RandomStruct;
import io.grizzlythrift.test.TestSize;
import io.grizzlythrift.test.gen.Choice;
import io.grizzlythrift.test.gen.Containers;
import io.grizzlythrift.test.gen.Mixed;
import io.grizzlythrift.test.gen.Overdrawn;
import io.grizzlythrift.test.gen.Scalars;
import io.grizzlythrift.test.gen.Strict;
import io.grizzlythrift.test.gen.Tree;
import io.grizzlythrift.test.gen.catalog.Item;
import io.grizzlythrift.test.gen.catalog.Payment;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.apache.thrift.TBase;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TMemoryBuffer;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Converts random values back and forth, and compares them with what generated code reads. */
public class JsonRoundTripTest {
    private static final List<Supplier<TBase<?, ?>>> TYPES = List.of(
            Mixed::new,
            Scalars::new,
            Tree::new,
            Choice::new,
            Strict::new,
            Containers::new,
            Overdrawn::new,
            Item::new,
            Payment::new);

    private final JsonTranscoder transcoder = JsonTranscoder.of(Transcoding.CATALOG);

    @DataProvider
    static Object[][] pairs() {
        List<Object[]> pairs = new ArrayList<>();
        for (Supplier<TBase<?, ?>> type : TYPES) {
            for (ThriftProtocol protocol : ThriftProtocol.values()) {
                pairs.add(new Object[] {type.get().getClass().getSimpleName(), protocol, type});
            }
        }
        return pairs.toArray(Object[][]::new);
    }

    @Test(dataProvider = "pairs")
    void valuesStayTheSame(String name, ThriftProtocol protocol, Supplier<TBase<?, ?>> type) throws Exception {
        for (int seed = 0; seed < TestSize.of(20, 500); seed++) {
            RandomValue value = new RandomValue(Transcoding.CATALOG, new SplittableRandom(seed));
            TMemoryBuffer sent = new TMemoryBuffer(64);
            value.writeStruct(name, protocol.getProtocol(sent));
            byte[] bytes = Transcoding.bytesOf(sent);

            String json = print(name, protocol, bytes);
            TMemoryBuffer parsed = new TMemoryBuffer(64);
            transcoder.writeStruct(name, json, protocol.getProtocol(parsed));

            assertEquals(read(type, protocol, Transcoding.bytesOf(parsed)), read(type, protocol, bytes), json);
            assertEquals(print(name, protocol, Transcoding.bytesOf(parsed)), json);
        }
    }

    private String print(String name, ThriftProtocol protocol, byte[] bytes) throws Exception {
        ByteArrayOutputStream json = new ByteArrayOutputStream();
        transcoder.readStruct(name, protocolOf(protocol, bytes), json);
        return json.toString(StandardCharsets.UTF_8);
    }

    private static TBase<?, ?> read(Supplier<TBase<?, ?>> type, ThriftProtocol protocol, byte[] bytes)
            throws TException {
        TBase<?, ?> struct = type.get();
        struct.read(protocolOf(protocol, bytes));
        return struct;
    }

    static TProtocol protocolOf(ThriftProtocol protocol, byte[] bytes) throws TException {
        TMemoryBuffer transport = new TMemoryBuffer(bytes.length);
        transport.write(bytes, 0, bytes.length);
        return protocol.getProtocol(transport);
    }

    /** A random struct has fields of any number and type, as those of another version of a peer. */
    @Test
    void anyStructIsPrintedOrReported() throws Exception {
        for (ThriftProtocol protocol : ThriftProtocol.values()) {
            for (int seed = 0; seed < TestSize.of(300, 5_000); seed++) {
                TMemoryBuffer sent = new TMemoryBuffer(64);
                new RandomStruct(new SplittableRandom(seed), 5, false).write(protocol.getProtocol(sent));
                expectValueOrError(protocol, Transcoding.bytesOf(sent));
            }
        }
    }

    @Test
    void anyBytesArePrintedOrReported() throws Exception {
        for (ThriftProtocol protocol : ThriftProtocol.values()) {
            for (int seed = 0; seed < TestSize.of(300, 5_000); seed++) {
                SplittableRandom random = new SplittableRandom(seed);
                TMemoryBuffer sent = new TMemoryBuffer(64);
                new RandomValue(Transcoding.CATALOG, random).writeStruct("Containers", protocol.getProtocol(sent));
                byte[] bytes = Transcoding.bytesOf(sent);
                for (int i = 0; i < 3 && bytes.length > 0; i++) {
                    bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
                }
                expectValueOrError(protocol, bytes);
            }
        }
    }

    private void expectValueOrError(ThriftProtocol protocol, byte[] bytes) throws Exception {
        for (String name : List.of("Containers", "Mixed", "Choice")) {
            try {
                print(name, protocol, bytes);
            } catch (TranscodingException e) {
                assertEquals(e.getMessage().charAt(0), '$');
            }
        }
    }

    @Test
    void anyJsonIsParsedOrReported() throws Exception {
        for (int seed = 0; seed < TestSize.of(300, 5_000); seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            TMemoryBuffer sent = new TMemoryBuffer(64);
            new RandomValue(Transcoding.CATALOG, random)
                    .writeStruct("Containers", ThriftProtocol.BINARY.getProtocol(sent));
            StringBuilder json =
                    new StringBuilder(print("Containers", ThriftProtocol.BINARY, Transcoding.bytesOf(sent)));
            for (int i = 0; i < 3; i++) {
                String noise = "{}[]\",:0e.-nt\\x";
                json.setCharAt(random.nextInt(json.length()), noise.charAt(random.nextInt(noise.length())));
            }
            try {
                transcoder.writeStruct(
                        "Containers", json.toString(), ThriftProtocol.COMPACT.getProtocol(new TMemoryBuffer(64)));
            } catch (TranscodingException e) {
                assertEquals(e.getMessage().charAt(0), '$');
            }
        }
    }

    /** The fuzzer itself runs in {@code .ci/long}. */
    @Test
    void theSeedsOfTheFuzzerSucceed() {
        TranscoderFuzz.seeds().forEach(TranscoderFuzz::fuzzerTestOneInput);
    }
}
