package io.grizzlythrift.catalog.json;

import io.grizzlythrift.message.ThriftProtocol;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.thrift.TException;
import org.apache.thrift.transport.TMemoryBuffer;

/**
 * The fuzz target for JSON by names of fields, and for messages that become JSON. The first byte chooses the direction and
 * the protocol.
 */
public final class TranscoderFuzz {
    private static final String TYPE = "Containers";
    private static final JsonTranscoder TRANSCODER = JsonTranscoder.of(Transcoding.CATALOG);

    private TranscoderFuzz() {}

    /**
     * Called by the fuzzer.
     *
     * @param input a byte, and a document or a struct
     */
    public static void fuzzerTestOneInput(byte[] input) {
        if (input.length == 0) {
            return;
        }
        ThriftProtocol protocol = protocol(input[0]);
        byte[] rest = Arrays.copyOfRange(input, 1, input.length);
        try {
            if (input[0] < 0) {
                TRANSCODER.writeStruct(
                        TYPE,
                        new String(rest, StandardCharsets.UTF_8),
                        protocol.getProtocol(new TMemoryBuffer(rest.length)));
            } else {
                TRANSCODER.readStruct(TYPE, JsonRoundTripTest.protocolOf(protocol, rest), new ByteArrayOutputStream());
            }
        } catch (TranscodingException e) {
            // the only failure that callers expect
        } catch (IOException | TException e) {
            throw new AssertionError(e);
        }
    }

    private static ThriftProtocol protocol(byte choice) {
        return switch (choice & 3) {
            case 0 -> ThriftProtocol.BINARY;
            case 1 -> ThriftProtocol.COMPACT;
            default -> ThriftProtocol.JSON;
        };
    }

    /**
     * Returns structs in each protocol and as documents.
     *
     * @return the initial corpus of the fuzzer
     */
    public static List<byte[]> seeds() {
        List<byte[]> seeds = new ArrayList<>();
        try {
            for (byte choice = 0; choice < 3; choice++) {
                for (int seed = 0; seed < 10; seed++) {
                    TMemoryBuffer sent = new TMemoryBuffer(64);
                    new RandomValue(Transcoding.CATALOG, new SplittableRandom(seed))
                            .writeStruct(TYPE, protocol(choice).getProtocol(sent));
                    byte[] struct = Transcoding.bytesOf(sent);
                    seeds.add(withFirst(choice, struct));
                    ByteArrayOutputStream json = new ByteArrayOutputStream();
                    TRANSCODER.readStruct(TYPE, JsonRoundTripTest.protocolOf(protocol(choice), struct), json);
                    seeds.add(withFirst((byte) (Byte.MIN_VALUE | choice), json.toByteArray()));
                }
            }
        } catch (IOException | TException e) {
            throw new AssertionError(e);
        }
        return seeds;
    }

    private static byte[] withFirst(byte first, byte[] rest) {
        byte[] input = new byte[rest.length + 1];
        input[0] = first;
        System.arraycopy(rest, 0, input, 1, rest.length);
        return input;
    }
}
