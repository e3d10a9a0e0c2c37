package io.grizzlythrift.catalog.json;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import com.fasterxml.jackson.core.JsonParser;
import io.grizzlythrift.catalog.BaseType;
import io.grizzlythrift.catalog.FieldDescription;
import io.grizzlythrift.catalog.MethodDescription;
import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.test.gen.Choice;
import io.grizzlythrift.test.gen.Colour;
import io.grizzlythrift.test.gen.Containers;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.gen.Mixed;
import io.grizzlythrift.test.gen.Overdrawn;
import io.grizzlythrift.test.gen.Scalars;
import io.grizzlythrift.test.gen.Tree;
import io.grizzlythrift.test.gen.catalog.Item;
import io.grizzlythrift.test.gen.catalog.Payment;
import io.grizzlythrift.test.gen.catalog.Point;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.thrift.TBase;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TList;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TSet;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests what each type looks like in JSON, and what is no value of it. */
public class JsonTranscoderTest {
    private static final UUID ID = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");

    private final Transcoding transcoding = new Transcoding();

    @Test
    void scalarsHaveTheJsonOfTheirType() throws Exception {
        Scalars scalars = new Scalars(
                true,
                (byte) -128,
                (short) 32_767,
                -2_147_483_648,
                9_007_199_254_740_993L,
                -0.5,
                "k\u00e4se \"\n",
                ByteBuffer.wrap(new byte[] {-1, 0, 1}),
                ID,
                Colour.GREEN);
        String json = "{\"truth\":true,\"tiny\":-128,\"small\":32767,\"medium\":-2147483648,"
                + "\"large\":9007199254740993,\"real\":-0.5,\"text\":\"k\u00e4se \\\"\\n\",\"bytes\":\"/wAB\","
                + "\"id\":\"00112233-4455-6677-8899-aabbccddeeff\",\"colour\":\"GREEN\"}";

        assertEquals(transcoding.print(scalars), json);
        assertEquals(transcoding.parse(json, new Scalars()), scalars);
    }

    @Test
    void containersHaveTheJsonOfTheirType() throws Exception {
        Containers containers = new Containers()
                .setTruths(List.of(true, false))
                .setWords(Set.of("a"))
                .setNames(Map.of(1, "one"))
                .setDeep(Map.of("x", List.of(Set.of(1))))
                .setMixedByColour(Map.of(Colour.RED, List.of(new Mixed().setName("n"))))
                .setOdd(Map.of(List.of(1, 2), Set.of(new Tree().setLabel("t"))))
                .setBlobs(List.of(ByteBuffer.wrap(new byte[0])));
        String json = "{\"truths\":[true,false],\"words\":[\"a\"],\"names\":[[1,\"one\"]],\"deep\":{\"x\":[[1]]},"
                + "\"mixedByColour\":[[\"RED\",[{\"name\":\"n\",\"plain\":0,\"fallback\":13,\"greeting\":\"good day\"}]]],"
                + "\"odd\":[[[1,2],[{\"label\":\"t\"}]]],\"blobs\":[\"\"]}";

        assertEquals(transcoding.print(containers), json);
        assertEquals(transcoding.parse(json, new Containers()), containers);
    }

    @Test
    void aMapWithStructsAsKeysIsAListOfPairs() throws Exception {
        Item item = new Item().setName("n").setNames(Map.of(new Point(1, 2), "here"));
        String json = transcoding.print(item);

        assertTrue(json.contains("\"names\":[[{\"x\":1,\"y\":2},\"here\"]]"), json);
        assertEquals(transcoding.parse(json, new Item()), item);
    }

    @Test
    void nullStandsForAFieldThatIsNotSet() throws Exception {
        Mixed mixed = transcoding.parse("{\"name\":\"n\",\"count\":null,\"words\":null}", new Mixed());

        assertFalse(mixed.isSetCount());
        assertNull(mixed.getWords());
    }

    @Test
    void aUnionHasOneField() throws Exception {
        assertEquals(transcoding.parse("{\"number\":5,\"text\":null}", new Choice()), Choice.number(5));
        assertEquals(transcoding.print(Choice.choices(List.of(Choice.text("t")))), "{\"choices\":[{\"text\":\"t\"}]}");
    }

    @Test
    void integersOf64BitsMayBeText() throws Exception {
        assertEquals(transcoding.parse("{\"large\":\"-9223372036854775808\"}", new Scalars()).large, Long.MIN_VALUE);
        assertEquals(printed(LongFormat.STRING, 1), "{\"cash\":\"1\"}");
        assertEquals(printed(LongFormat.STRING_IF_INEXACT, 1L << 53), "{\"cash\":9007199254740992}");
        assertEquals(printed(LongFormat.STRING_IF_INEXACT, (1L << 53) + 1), "{\"cash\":\"9007199254740993\"}");
        assertEquals(printed(LongFormat.STRING_IF_INEXACT, Long.MIN_VALUE), "{\"cash\":\"-9223372036854775808\"}");
        assertEquals(printed(LongFormat.NUMBER, Long.MAX_VALUE), "{\"cash\":9223372036854775807}");
    }

    private static String printed(LongFormat format, long cash) throws TException, IOException {
        JsonTranscoder transcoder =
                JsonTranscoder.builder(Transcoding.CATALOG).longs(format).build();
        return new Transcoding(transcoder, io.grizzlythrift.message.ThriftProtocol.COMPACT).print(Payment.cash(cash));
    }

    @Test
    void numbersThatAreNoNumbersAreText() throws Exception {
        for (String name : List.of("NaN", "Infinity", "-Infinity")) {
            Scalars scalars = transcoding.parse("{\"real\":\"" + name + "\"}", new Scalars());
            assertEquals(scalars.real, Double.parseDouble(name));
            assertTrue(transcoding.print(scalars).contains("\"real\":\"" + name + "\""));
        }
        assertEquals(transcoding.parse("{\"real\":7}", new Scalars()).real, 7.0);
        assertEquals(transcoding.parse("{\"real\":1e-999999999}", new Scalars()).real, 0.0);
    }

    @Test
    void membersOfEnumsHaveANameOrANumber() throws Exception {
        assertEquals(transcoding.parse("{\"colour\":100000}", new Scalars()).colour, Colour.BLUE);
        TProtocol message = transcoding.newMessage();
        message.writeStructBegin(new TStruct("Scalars"));
        message.writeFieldBegin(new TField("colour", TType.I32, (short) 10));
        message.writeI32(77);
        message.writeFieldEnd();
        message.writeFieldStop();
        assertEquals(transcoding.print("Scalars", message), "{\"colour\":77}"); // of a newer peer
    }

    @Test
    void fieldsOfANewerPeerAreSkipped() throws Exception {
        TProtocol message = transcoding.newMessage();
        message.writeStructBegin(new TStruct("Tree"));
        message.writeFieldBegin(new TField("new", TType.STRUCT, (short) 99));
        new Mixed().setName("n").write(message);
        message.writeFieldEnd();
        message.writeFieldBegin(new TField("label", TType.I32, (short) 1)); // another type than the catalog has
        message.writeI32(1);
        message.writeFieldEnd();
        message.writeFieldStop();
        assertEquals(transcoding.print("Tree", message), "{}");
    }

    @DataProvider
    static Object[][] errors() {
        return new Object[][] {
            {"Mixed", "{\"name\":\"n\",\"nmae\":1}", "$.nmae: is unknown in Mixed"},
            {"Strict", "{\"needed\":\"n\",\"inner\":{}}", "$.inner: lacks the required field 'name' of Mixed"},
            {"Strict", "{\"needed\":null,\"inner\":{\"name\":\"\"}}", "$: lacks the required field 'needed' of Strict"},
            {"Scalars", "{\"tiny\":128}", "$.tiny: is 128, must be an integer from -128 to 127"},
            {"Scalars", "{\"small\":-32769}", "$.small: is -32769, must be an integer from -32768 to 32767"},
            {"Scalars", "{\"medium\":2147483648}", "$.medium: is 2147483648, must be an integer from -2147483648"},
            {"Scalars", "{\"large\":9223372036854775808}", "$.large: is 9223372036854775808, must be an integer"},
            {"Scalars", "{\"large\":\"1x\"}", "$.large: is the string \"1x\", must be an integer"},
            {"Scalars", "{\"medium\":\"1\"}", "$.medium: is the string \"1\", must be an integer of type i32"},
            {"Scalars", "{\"medium\":1.0}", "$.medium: is 1.0, must be an integer of type i32"},
            {"Scalars", "{\"medium\":1e999999999}", "$.medium: is 1e999999999, must be an integer"},
            {"Scalars", "{\"real\":1e999999999}", "$.real: is 1e999999999, must be a number within"},
            {"Scalars", "{\"real\":\"nan\"}", "$.real: is the string \"nan\", must be a number"},
            {"Scalars", "{\"truth\":1}", "$.truth: is 1, must be true or false"},
            {"Scalars", "{\"text\":1}", "$.text: is 1, must be a string"},
            {"Scalars", "{\"text\":\"a\\ud800b\"}", "$.text: has an unpaired surrogate"},
            {"Scalars", "{\"text\":\"\\udc00\\ud800\"}", "$.text: has an unpaired surrogate"},
            {"Scalars", "{\"text\":\"\\ud83d\"}", "$.text: has an unpaired surrogate"},
            {"Containers", "{\"words\":[\"\\udfff\"]}", "$.words[0]: has an unpaired surrogate"},
            {"Scalars", "{\"bytes\":\"!\"}", "$.bytes: is the string \"!\", must be a string of base64"},
            {"Scalars", "{\"id\":\"000112233-455-6677-8899-aabbccddeeff\"}", "$.id: is the string \"000112233-455-6677"
            },
            {"Scalars", "{\"id\":\"1-1-1-1-1\"}", "$.id: is the string \"1-1-1-1-1\", must be a string such as"},
            {
                "Scalars",
                "{\"colour\":\"PINK\"}",
                "$.colour: is the string \"PINK\", must be the name of a member of enum"
            },
            {"Choice", "{}", "$: has no field, must have exactly one"},
            {"Choice", "{\"text\":\"a\",\"number\":1}", "$: has 2 fields, must have exactly one"},
            {"Containers", "{\"truths\":[true,null]}", "$.truths[1]: is null, must have a value"},
            {"Containers", "{\"truths\":{}}", "$.truths: is an object, must be an array, for a list"},
            {"Containers", "{\"cube\":[[],[[1],[2,\"\"]]]}", "$.cube[1][1][1]: is the string \"\", must be"},
            {"Containers", "{\"words\":[\"a\",\"b\",\"a\"]}", "$.words[2]: is there twice"},
            {"Containers", "{\"names\":{\"1\":\"a\"}}", "$.names: is an object, must be an array of pairs"},
            {"Containers", "{\"names\":[[1,\"a\"],[1]]}", "$.names[1]: has 1 elements, must be an array of a key and a"
            },
            {"Containers", "{\"names\":[[1,\"a\"],[1,\"b\"]]}", "$.names[1][0]: is there twice"},
            {"Containers", "{\"names\":[[1,null]]}", "$.names[0][1]: is null, must have a value"},
            {"Containers", "{\"deep\":{\"a b\":[[],[null]]}}", "$.deep[\"a b\"][1][0]: is null"},
            {"Containers", "{\"deep\":{\"a\":null}}", "$.deep.a: is null, must be a value"},
            {"Containers", "{\"deep\":{\"a\":[],\"a\":[]}}", "$.deep.a: is there twice"},
            {"Containers", "{\"deep\":{\"\\udc00\":[]}}", "$.deep[\"?\"]: has an unpaired surrogate"},
            {"Mixed", "{\"name\":\"n\",\"name\":\"n\"}", "$.name: is there twice"},
            {"Mixed", "{\"name\":\"n\",\"count\":null,\"count\":null}", "$.count: is there twice"},
            {"Mixed", "{\"x\":{\"a\":1,\"a\":1}}", "$.x: is unknown in Mixed"},
            {"Mixed", "[]", "$: is an array, must be an object, for Mixed"},
            {"Mixed", "null", "$: is null, must be an object"},
            {"Mixed", "", "$: there is no JSON"},
            {"Mixed", "{\"name\":\"n\"} {}", "$: something follows the JSON"},
            {"Mixed", "{\"name\":\"n\"", "$.name: Unexpected end-of-input: expected close marker for Object"},
            {"Mixed", "{'name':1}", "$: Unexpected character"},
        };
    }

    @Test
    void pairsOfSurrogatesAreText() throws Exception {
        assertEquals(
                transcoding.parse("{\"text\":\"\\ud83d\\ude00\"}", new Scalars()).text, Character.toString(0x1f600));
    }

    /** Many keys with the same hash must not make a small document take long: texts are ordered, too. */
    @Test
    void bytesAreComparedAsText() throws Exception {
        JsonLimits limits = new JsonLimits(1, 100, LongFormat.NUMBER);
        byte[] json = "\"/wAB\"".getBytes(StandardCharsets.UTF_8);
        JsonFormat format = JsonFormat.create(limits);
        ContainerSizes sizes = ContainerSizes.of(format.parser(json, 0, json.length), 0);
        JsonParser parser = format.parser(json, 0, json.length);
        parser.nextToken();
        assertEquals(
                new BaseCodec(BaseType.BINARY).comparable(new JsonSource(parser, sizes, limits)),
                Optional.of("\u00ff\0\1"));
    }

    @Test(dataProvider = "errors")
    void anErrorHasThePathOfItsValue(String struct, String json, String expected) {
        String message = transcoding.errorOf(struct, json);
        assertTrue(message.startsWith(expected), message);
    }

    @Test
    void unknownNamesOfTypesAreRejected() {
        assertThrows(
                IllegalArgumentException.class,
                () -> JsonTranscoder.of(Transcoding.CATALOG).writeStruct("Unknown", "{}", transcoding.newMessage()));
        MethodDescription foreign =
                new MethodDescription("foreign", "Everything", List.of(), Optional.empty(), List.of(), true, "");
        JsonTranscoder transcoder = JsonTranscoder.of(Transcoding.CATALOG);
        assertThrows(
                IllegalArgumentException.class,
                () -> transcoder.writeArguments(foreign, new byte[0], transcoding.newMessage()));
    }

    @Test
    void argumentsAreAnObject() throws Exception {
        JsonTranscoder transcoder = JsonTranscoder.of(Transcoding.CATALOG);
        byte[] json = "..{\"number\":5,\"mixed\":{\"name\":\"n\"}}..".getBytes(StandardCharsets.UTF_8);
        TProtocol message = transcoding.newMessage();
        transcoder.writeArguments(Transcoding.method("several"), json, 2, json.length - 4, message);

        Everything.several_args arguments = new Everything.several_args();
        arguments.read(message);
        assertEquals(arguments.number, 5);
        assertEquals(arguments.mixed.name, "n");
        assertFalse(arguments.isSetTruth());

        TProtocol again = transcoding.newMessage();
        arguments.write(again);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        transcoder.readArguments(Transcoding.method("several"), again, out);
        assertTrue(out.toString(StandardCharsets.UTF_8).startsWith("{\"truth\":false,\"number\":5,"));

        TranscodingException unknown = expectThrows(
                TranscodingException.class,
                () -> transcoder.writeArguments(
                        Transcoding.method("several"), "{\"x\":1}".getBytes(StandardCharsets.UTF_8), message));
        assertEquals(unknown.getMessage(), "$.x: is unknown in the arguments of several");
        assertEquals(unknown.path(), "$.x");
    }

    @Test
    void aResultIsItsValueOrItsException() throws Exception {
        assertEquals(result("judge", new Everything.judge_result().setSuccess("fine")), "returned \"fine\"");
        assertEquals(
                result("judge", new Everything.judge_result().setOverdrawn(new Overdrawn(5, new Mixed().setName("n")))),
                "threw overdrawn {\"missing\":5,\"account\":{\"name\":\"n\",\"plain\":0,\"fallback\":13,"
                        + "\"greeting\":\"good day\"}}");
        assertEquals(result("judgeQuietly", new Everything.judgeQuietly_result()), "returned null");
        assertTrue(expectThrows(TranscodingException.class, () -> result("judge", new Everything.judge_result()))
                .getMessage()
                .startsWith("$: there is no result of judge"));
        assertTrue(expectThrows(
                        TranscodingException.class,
                        () -> result(
                                "judge",
                                new Everything.judge_result()
                                        .setSuccess("fine")
                                        .setOverdrawn(new Overdrawn(5, new Mixed().setName("n")))))
                .getMessage()
                .contains("must have exactly one"));
    }

    private String result(String method, TBase<?, ?> result) throws TException, IOException {
        TProtocol message = transcoding.newMessage();
        result.write(message);
        ByteArrayOutputStream json = new ByteArrayOutputStream();
        Optional<FieldDescription> thrown =
                JsonTranscoder.of(Transcoding.CATALOG).readResult(Transcoding.method(method), message, json);
        return thrown.map(field -> "threw " + field.name()).orElse("returned") + " "
                + json.toString(StandardCharsets.UTF_8);
    }

    @Test
    void whatAPeerSendsIsCheckedLikeJson() throws Exception {
        TProtocol empty = transcoding.newMessage();
        empty.writeStructBegin(new TStruct("Strict"));
        empty.writeFieldBegin(new TField("inner", TType.STRUCT, (short) 2));
        empty.writeFieldStop(); // of inner
        empty.writeFieldStop();
        assertEquals(transcoding.errorOfPrinting("Strict", empty), "$.inner: lacks the required field 'name' of Mixed");

        TProtocol twice = transcoding.newMessage();
        for (int i = 0; i < 2; i++) {
            twice.writeFieldBegin(new TField("label", TType.STRING, (short) 1));
            twice.writeString("x");
        }
        twice.writeFieldStop();
        assertTrue(transcoding.errorOfPrinting("Tree", twice).startsWith("$.label: Duplicate"));
    }

    @Test
    void anElementThatAPeerSendsHasItsPath() throws Exception {
        TProtocol cut = transcoding.newMessage();
        cut.writeFieldBegin(new TField("words", TType.SET, (short) 2));
        cut.writeSetBegin(new TSet(TType.STRING, 2));
        cut.writeString("abcd");
        String message = transcoding.errorOfPrinting("Containers", cut);
        assertTrue(message.startsWith("$.words[1]: cannot be read"), message);

        TProtocol second = transcoding.newMessage();
        second.writeFieldBegin(new TField("choices", TType.SET, (short) 6));
        second.writeSetBegin(new TSet(TType.STRUCT, 2));
        Choice.truth(true).write(second);
        for (short id = 2; id <= 3; id++) {
            second.writeFieldBegin(new TField("any", id == 2 ? TType.I64 : TType.STRING, id));
            second.writeI64(0); // as a string: an empty one, and bytes that end the struct
        }
        message = transcoding.errorOfPrinting("Containers", second);
        assertTrue(message.startsWith("$.choices[1]: has 2 fields, must have exactly one"), message);

        TProtocol other = transcoding.newMessage();
        other.writeFieldBegin(new TField("truths", TType.LIST, (short) 1));
        other.writeListBegin(new TList(TType.I32, 1));
        other.writeI32(1);
        other.writeFieldStop();
        assertEquals(
                transcoding.errorOfPrinting("Containers", other),
                "$.truths: has elements of wire type 8, must have type 2");
    }

    @Test
    void theBuilderChecksItsBounds() {
        JsonTranscoder.Builder builder = JsonTranscoder.builder(ServiceCatalog.of(Everything.class));

        assertThrows(IllegalArgumentException.class, () -> builder.maxDepth(0));
        assertThrows(IllegalArgumentException.class, () -> builder.maxDepth(1_001));
        assertThrows(IllegalArgumentException.class, () -> builder.maxBytes(0));
    }
}
