package io.grizzlythrift.catalog.idl;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.catalog.BaseType;
import io.grizzlythrift.catalog.EnumDescription;
import io.grizzlythrift.catalog.FieldDescription;
import io.grizzlythrift.catalog.MethodDescription;
import io.grizzlythrift.catalog.Requiredness;
import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.catalog.ServiceDescription;
import io.grizzlythrift.catalog.StructDescription;
import io.grizzlythrift.catalog.TypeDescription;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.gen.catalog.Shop;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class ThriftIdlTest {
    private static ServiceCatalog parse(String... lines) {
        return ThriftIdl.parse("a.thrift", String.join("\n", lines));
    }

    private static Object defaultOf(ServiceCatalog catalog, String field) {
        return catalog.struct("S").field(field).orElseThrow().defaultValue().orElseThrow();
    }

    @Test
    void aServiceWithEverything() {
        ServiceCatalog catalog = parse(
                "namespace java a.b",
                "namespace * c",
                "cpp_include \"x.h\"",
                "/** What can be wrong. */",
                "exception Wrong { 1: string why, 2: optional i32 code (a = \"b\") } (final)",
                "service Base { void ping() }",
                "/**",
                " * Adds.",
                " *  Carefully.",
                " */",
                "service Adder extends Base {",
                "  /** A sum. */",
                "  i64 add(1: i32 a, 2: required i32 b = 3) throws (1: Wrong wrong),",
                "  oneway void forget(1: list<map<string, set<i16>>> all);",
                "}");

        ServiceDescription adder = catalog.service("Adder").orElseThrow();
        assertEquals(adder.doc(), "Adds.\n Carefully.");
        assertEquals(adder.extendedService(), Optional.of("Base"));
        assertEquals(adder.methods().stream().map(MethodDescription::name).toList(), List.of("add", "forget", "ping"));
        MethodDescription add = adder.method("add").orElseThrow();
        assertEquals(add.doc(), "A sum.");
        assertEquals(add.result().orElseThrow().idlName(), "i64");
        assertEquals(add.arguments().get(1).requiredness(), Requiredness.REQUIRED);
        assertEquals(add.arguments().get(1).defaultValue(), Optional.of(3));
        assertEquals(add.exceptions().get(0).type().idlName(), "Wrong");
        MethodDescription forget = adder.method("forget").orElseThrow();
        assertTrue(forget.oneway());
        assertEquals(forget.arguments().get(0).type().idlName(), "list<map<string, set<i16>>>");
        assertEquals(adder.method("ping").orElseThrow().declaringService(), "Base");
        StructDescription wrong = catalog.struct("Wrong");
        assertEquals(wrong.kind(), StructDescription.Kind.EXCEPTION);
        assertEquals(wrong.doc(), "What can be wrong.");
        assertEquals(wrong.field("code").orElseThrow().requiredness(), Requiredness.OPTIONAL);
    }

    @Test
    void typedefsKeepTheNameThatIsWritten() {
        ServiceCatalog catalog = parse(
                "typedef i64 Id",
                "typedef Id OrderId",
                "typedef list<OrderId> Ids",
                "struct S { 1: OrderId id; 2: Ids ids; 3: Node node }",
                "struct Node { 1: optional Node next }");

        FieldDescription id = catalog.struct("S").field("id").orElseThrow();
        assertEquals(id.type(), new TypeDescription.Base(BaseType.I64, Optional.of("OrderId")));
        TypeDescription ids = catalog.struct("S").field("ids").orElseThrow().type();
        assertEquals(ids.typedefName(), Optional.of("Ids"));
        assertEquals(((TypeDescription.ListOf) ids).element().typedefName(), Optional.of("OrderId"));
        assertEquals(catalog.struct("Node").fields().get(0).type().idlName(), "Node");
    }

    @Test
    void enumsCount() {
        ServiceCatalog catalog = parse("enum E { A, B = 5, C, D = -0x10; E }");

        assertEquals(
                catalog.enumOf("E").members().stream()
                        .map(EnumDescription.Member::value)
                        .toList(),
                List.of(0, 5, 6, -16, -15));
    }

    @Test
    void defaultsOfAllTypes() {
        ServiceCatalog catalog = parse(
                "enum Color { RED = 1, BLUE = 2 }",
                "const i32 SEVEN = 7",
                "const list<i32> SOME = [1, SEVEN, Color.BLUE]",
                "struct P { 1: i32 x, 2: i32 y = 4 }",
                "struct S {",
                "  1: bool yes = true, 2: bool no = 0,",
                "  3: byte b = -128, 4: i16 s = 0x7fff, 5: i32 i = SEVEN, 6: i64 l = -9223372036854775808,",
                "  7: double d = -1.5e3, 8: double whole = 2, 9: double tiny = .5,",
                "  10: string text = 'it\\'s \"\\n\"', 11: binary bytes = \"\u00e4\",",
                "  12: uuid id = '00000000-0000-0000-0000-00000000002a',",
                "  13: Color color = Color.BLUE, 14: Color numbered = 1, 15: Color bare = RED,",
                "  16: list<i32> some = SOME, 17: set<string> none = [],",
                "  18: map<string, list<i32>> map = {'a': [1], 'b': []},",
                "  19: P p = {'x': SEVEN}, 20: i32 octal = 010",
                "}");

        assertEquals(defaultOf(catalog, "yes"), true);
        assertEquals(defaultOf(catalog, "no"), false);
        assertEquals(defaultOf(catalog, "b"), (byte) -128);
        assertEquals(defaultOf(catalog, "s"), Short.MAX_VALUE);
        assertEquals(defaultOf(catalog, "i"), 7);
        assertEquals(defaultOf(catalog, "l"), Long.MIN_VALUE);
        assertEquals(defaultOf(catalog, "d"), -1500.0);
        assertEquals(defaultOf(catalog, "whole"), 2.0);
        assertEquals(defaultOf(catalog, "tiny"), 0.5);
        assertEquals(defaultOf(catalog, "text"), "it's \"\n\"");
        assertEquals(defaultOf(catalog, "bytes"), ByteBuffer.wrap("\u00e4".getBytes(StandardCharsets.UTF_8)));
        assertEquals(defaultOf(catalog, "id"), new UUID(0, 42));
        assertEquals(defaultOf(catalog, "color"), "BLUE");
        assertEquals(defaultOf(catalog, "numbered"), "RED");
        assertEquals(defaultOf(catalog, "bare"), "RED");
        assertEquals(defaultOf(catalog, "some"), List.of(1, 7, 2));
        assertEquals(defaultOf(catalog, "none"), List.of());
        assertEquals(defaultOf(catalog, "map"), Map.of("a", List.of(1), "b", List.of()));
        assertEquals(defaultOf(catalog, "p"), Map.of("x", 7));
        assertEquals(defaultOf(catalog, "octal"), 10);
    }

    @Test
    void whatOnlyTheCompilerAccepts() {
        ServiceCatalog catalog = parse(
                "senum Old { 'a', 'b' }",
                "struct S xsd_all { string first, 5: i32 & second = 1 xsd_optional; map cpp_type 'm' <i32, Old> third }",
                "union U { 1: i32 (a) a; 2: list<i32> cpp_type 'l' b }",
                "service V { async void fire() (deprecated); }",
                "# the end");

        assertEquals(
                catalog.struct("S").fields().stream().map(FieldDescription::id).toList(),
                List.of((short) -1, (short) 5, (short) -2));
        assertEquals(catalog.struct("U").kind(), StructDescription.Kind.UNION);
        assertTrue(catalog.method("V", "fire").orElseThrow().oneway());
    }

    @Test
    void filesIncludeFiles() throws IOException {
        Path folder = Files.createTempDirectory("idl");
        Path shared = Files.createDirectory(folder.resolve("shared"));
        Files.writeString(shared.resolve("base.types.thrift"), """
                include "../main.thrift"
                struct Item { 1: string name }
                const i32 LIMIT = 9
                enum Level { LOW, HIGH }
                service Store { void ping() }
                """);
        Files.writeString(folder.resolve("main.thrift"), """
                include "base.types.thrift"
                struct Item { 1: base.types.Item inner; 2: i32 limit = base.types.LIMIT
                  3: base.types.Level level = base.types.Level.HIGH }
                service Store extends base.types.Store { Item get() }
                """);

        ServiceCatalog catalog = ThriftIdl.read(List.of(folder.resolve("main.thrift")), List.of(shared));

        assertEquals(catalog.services().size(), 1);
        ServiceDescription store = catalog.services().get(0);
        assertEquals(store.extendedService(), Optional.of("base_types_Store"));
        assertEquals(store.methods().get(1).declaringService(), "base_types_Store");
        StructDescription item = catalog.struct("Item");
        assertEquals(item.fields().get(0).type().idlName(), "base_types_Item");
        assertEquals(item.fields().get(1).defaultValue(), Optional.of(9));
        assertEquals(item.fields().get(2).defaultValue(), Optional.of("HIGH"));
        IdlException missing = expectThrows(IdlException.class, () -> ThriftIdl.read(folder.resolve("main.thrift")));
        assertTrue(
                missing.getMessage().contains("main.thrift:1:9: cannot find base.types.thrift"), missing.getMessage());
        IdlException none = expectThrows(IdlException.class, () -> ThriftIdl.read(folder.resolve("none.thrift")));
        assertTrue(none.getMessage().endsWith("none.thrift: no such file"), none.getMessage());
    }

    @DataProvider
    static Object[][] services() {
        return new Object[][] {
            {Shop.class, "catalog.thrift"},
            {Everything.class, "everything.thrift"},
        };
    }

    /** Structs and methods are those of generated code, except that this has no documentation. */
    @Test(dataProvider = "services")
    void filesSayWhatGeneratedCodeSays(Class<?> service, String file) {
        ServiceCatalog read = ThriftIdl.read(Path.of("src/test/thrift", file));
        ServiceCatalog generated = ServiceCatalog.of(service);

        generated.structs().forEach((name, struct) -> {
            if (!name.contains("_")) { // qualified by the package in one, and by the file in the other
                assertEquals(typesOf(read.struct(name).fields()), typesOf(struct.fields()), name);
            }
        });
        for (MethodDescription method : generated.services().get(0).methods()) {
            MethodDescription same =
                    read.method(service.getSimpleName(), method.name()).orElseThrow();
            assertEquals(typesOf(same.arguments()), typesOf(method.arguments()), method.name());
            assertEquals(
                    same.result().map(TypeDescription::idlName),
                    method.result().map(TypeDescription::idlName),
                    method.name());
            assertEquals(same.oneway(), method.oneway());
            assertEquals(same.declaringService(), method.declaringService());
        }
    }

    private static List<String> typesOf(List<FieldDescription> fields) {
        return fields.stream()
                .map(field ->
                        field.id() + " " + field.name() + " " + field.type().idlName() + " " + field.defaultValue())
                .sorted()
                .toList();
    }

    @Test(dataProvider = "services")
    void readsWhatACatalogWrites(Class<?> service, String file) {
        String ofClasses = ServiceCatalog.of(service).toIdl();
        String ofFile = ThriftIdl.read(Path.of("src/test/thrift", file)).toIdl();

        assertEquals(ThriftIdl.parse("written.thrift", ofClasses).toIdl(), ofClasses);
        assertEquals(ThriftIdl.parse("written.thrift", ofFile).toIdl(), ofFile);
    }

    @DataProvider
    static Object[][] mistakes() {
        return new Object[][] {
            {"struct S {\n  1: i32 a\n  1: i32 b }", "a.thrift:3:10: the id 1 is used twice"},
            {"struct S { 1: i32 a 2: i32 a }", "1:28: the field a is defined twice"},
            {"struct S {}\nenum S {}", "2:6: S is already defined in line 1"},
            {"struct S { 1: Missing a }", "1:15: no type Missing"},
            {"struct S { 1: x.T a }", "1:15: no type x.T"},
            {"struct S { 99999: i32 a }", "1:12: the id 99999 is not an i16"},
            {"struct S { 1: i32 a = 'x' }", "1:23: expected i32, found a text"},
            {"struct S { 1: i8 a = 128 }", "1:22: 128 is not an i8"},
            {"struct S { 1: i32 a = NONE }", "1:23: expected i32, there is no constant NONE of this type"},
            {"const map<string, i32> M = {'a': 'b'}", "1:34: expected i32, found a text"},
            {"const i32 A = B\nconst i32 B = A", "the constant refers to itself"},
            {"typedef A B\ntypedef B A\nstruct S { 1: A a }", "the type refers to itself"},
            {"typedef list<A> A\nstruct S { 1: A a }", "the type refers to itself"},
            {"service A extends B {}\nservice B extends A {}", "extends itself"},
            {"service A { oneway i32 a() }", "1:24: the method a is oneway, so it has no result"},
            {"service A { void a() void a() }", "1:27: the method a is defined twice"},
            {"service A extends B {}", "1:19: no service B"},
            {"struct S {", "1:11: expected a name, found the end of the file"},
            {"strct S {}", "1:1: expected a definition such as struct, enum or service, found 'strct'"},
            {"struct S { 1 i32 a }", "1:14: expected ':', found 'i32'"},
            {"struct S { 1: i32 a = }", "1:23: expected a constant value, found '}'"},
            {"/* no end", "1:1: the comment has no end"},
            {"const string A = 'no end", "1:18: the literal has no end"},
            {"struct S { 1: i32 \u00e4 }", "1:19: unexpected character '\u00e4'"},
            {"const i64 A = 99999999999999999999", "is not an integer of 64 bits"},
            {"include 'other.thrift'", "1:9: a text cannot include a file"},
            {"struct S { 1: " + "list<".repeat(100) + "i32" + ">".repeat(100) + " a }", "more than 64 levels"},
            {"const list<i32> A = " + "[".repeat(10_000), "more than 64 levels"},
            {multiplied(), "the type refers to itself, or is too large"},
        };
    }

    /** 60 typedefs, the last of which has 2^60 parts. */
    private static String multiplied() {
        StringBuilder text = new StringBuilder("typedef i32 T0\n");
        for (int i = 1; i <= 60; i++) {
            text.append("typedef map<T%1$d, T%1$d> T%2$d%n".formatted(i - 1, i));
        }
        return text.append("struct S { 1: T60 a }").toString();
    }

    @Test(dataProvider = "mistakes")
    void mistakesHaveAPlace(String text, String message) {
        IdlException thrown = expectThrows(IdlException.class, () -> parse(text));

        assertTrue(thrown.getMessage().contains(message), thrown.getMessage());
        assertTrue(thrown.line() > 0);
        assertEquals(thrown.file(), "a.thrift");
    }
}
