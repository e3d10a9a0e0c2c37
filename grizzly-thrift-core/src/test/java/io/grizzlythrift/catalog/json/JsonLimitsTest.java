package io.grizzlythrift.catalog.json;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.gen.Scalars;
import io.grizzlythrift.test.gen.Tree;
import java.io.ByteArrayOutputStream;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolException;
import org.apache.thrift.protocol.TType;
import org.apache.thrift.transport.TMemoryBuffer;
import org.testng.annotations.Test;

/** Tests documents and messages that are meant to do harm. */
public class JsonLimitsTest {
    private static final String LEFT = "{\"left\":";

    private final Transcoding transcoding = new Transcoding();

    @Test
    void structsMayBeNestedUpToTheLimit() throws Exception {
        transcoding.parse(LEFT.repeat(63) + "{}" + "}".repeat(63), new Tree());

        String message = transcoding.errorOf("Tree", LEFT.repeat(64) + "{}" + "}".repeat(64));
        assertEquals(message, "$" + ".left".repeat(64) + ": is nested too deeply, must be in at most 64 structs");
    }

    @Test
    void whatIsNestedBeyondAllTypesIsRejectedBeforeItIsConverted() {
        int depth = 100_000;
        String message = transcoding.errorOf("Tree", LEFT.repeat(depth) + "{}" + "}".repeat(depth));
        assertTrue(message.contains("nesting depth"), message);
        assertTrue(message.length() < 1_500, message);
        assertTrue(transcoding.errorOf("Tree", "[".repeat(depth)).contains("nesting depth"));
    }

    @Test
    void aPeerMayNestStructsUpToTheLimit() throws Exception {
        assertEquals(transcoding.print("Tree", nested(63)), LEFT.repeat(63) + "{}" + "}".repeat(63));

        assertTrue(transcoding
                .errorOfPrinting("Tree", nested(64))
                .contains(": is nested too deeply, must be in at most 64 structs"));
        assertTrue(transcoding.errorOfPrinting("Tree", nested(1_000_000)).contains("too deeply"));
        assertTrue(transcoding.errorOfPrinting("Mixed", nested(1_000_000)).startsWith("$: cannot be read"));
    }

    /** Returns structs in each other: each has a field, and the innermost has none. */
    private TProtocol nested(int structs) throws Exception {
        TProtocol message = transcoding.newMessage();
        for (int i = 0; i < structs; i++) {
            message.writeFieldBegin(new TField("left", TType.STRUCT, (short) 2));
        }
        for (int i = 0; i <= structs; i++) {
            message.writeFieldStop();
        }
        return message;
    }

    @Test
    void aDocumentMayHaveTheMaximumSize() throws Exception {
        JsonTranscoder small =
                JsonTranscoder.builder(Transcoding.CATALOG).maxBytes(20).build();
        Transcoding limited = new Transcoding(small, ThriftProtocol.BINARY);

        assertEquals(limited.parse("{\"label\":\"12345678\"}", new Tree()).label, "12345678");
        assertEquals(
                limited.errorOf("Tree", "{\"label\":\"123456789\"}"),
                "$: the document is too big, must have at most 20 bytes");
        assertEquals(limited.print(new Tree().setLabel("12345678")), "{\"label\":\"12345678\"}");
        TMemoryBuffer sent = new TMemoryBuffer(64);
        new Tree().setLabel("123456789").write(ThriftProtocol.BINARY.getProtocol(sent));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        TranscodingException tooBig = expectThrows(
                TranscodingException.class,
                () -> small.readStruct("Tree", ThriftProtocol.BINARY.getProtocol(sent), out));
        assertTrue(tooBig.getMessage().endsWith("the document is too big, must have at most 20 bytes"));
        assertEquals(tooBig.getType(), TProtocolException.SIZE_LIMIT);
        assertEquals(out.size(), 0);
    }

    @Test
    void longNumbersAndNamesAreReportedInShort() {
        String number = transcoding.errorOf("Scalars", "{\"large\":" + "9".repeat(900) + "}");
        assertTrue(number.startsWith("$.large: is 9999"), number);
        assertTrue(number.length() < 300, number);
        assertTrue(transcoding
                        .errorOf("Scalars", "{\"large\":" + "9".repeat(1_000_000) + "}")
                        .length()
                < 300);

        String name = transcoding.errorOf("Scalars", "{\"" + "n".repeat(1_000_000) + "\":1}");
        assertTrue(name.length() < 300, name);
        String hidden = transcoding.errorOf("Scalars", "{\"\\u0000\\n\\u202e\":1}");
        assertEquals(hidden, "$[\"???\"]: is unknown in Scalars");
    }

    @Test
    void theSizeThatAPeerDeclaresIsNotTrusted() throws Exception {
        for (ThriftProtocol protocol : ThriftProtocol.values()) {
            TMemoryBuffer sent = new TMemoryBuffer(64);
            TProtocol message = protocol.getProtocol(sent);
            message.writeStructBegin(new org.apache.thrift.protocol.TStruct("Containers"));
            message.writeFieldBegin(new TField("cube", TType.LIST, (short) 7));
            message.writeListBegin(new org.apache.thrift.protocol.TList(TType.LIST, Integer.MAX_VALUE));
            String error = new Transcoding(JsonTranscoder.of(Transcoding.CATALOG), protocol)
                    .errorOfPrinting("Containers", JsonRoundTripTest.protocolOf(protocol, Transcoding.bytesOf(sent)));
            assertTrue(error.startsWith("$.cube"), error);
        }
    }

    @Test
    void manyRepeatedNamesAreFoundAtOnce() {
        StringBuilder json = new StringBuilder("{\"truth\":true");
        for (int i = 0; i < 100_000; i++) {
            json.append(",\"truth\":true");
        }
        assertTrue(transcoding.errorOf("Scalars", json.append('}').toString()).startsWith("$.truth: is there twice"));
    }

    @Test
    void textThatIsNotUtf8IsRejected() throws Exception {
        byte[] json = "{\"text\":\"?\"}".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        json[9] = (byte) 0xff;
        TranscodingException thrown = expectThrows(
                TranscodingException.class,
                () -> JsonTranscoder.of(Transcoding.CATALOG)
                        .writeArguments(Transcoding.method("echoString"), json, transcoding.newMessage()));
        assertTrue(thrown.getMessage().startsWith("$"), thrown.getMessage());
        assertEquals(transcoding.parse("{\"text\":\"\\ud83d\\ude00\"}", new Scalars()).text, "\ud83d\ude00");
    }
}
