package io.grizzlythrift.catalog;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.test.gen.Base;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.gen.catalog.Shop;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.testng.annotations.Test;

/** Tests the catalog of generated classes. */
public class ServiceCatalogTest {
    private final ServiceCatalog everything = ServiceCatalog.of(Everything.class);
    private final ServiceCatalog shop = ServiceCatalog.of(Shop.class);

    @Test
    void aServiceHasTheMethodsOfTheOneItExtends() {
        ServiceDescription service = everything.service("Everything").orElseThrow();

        assertEquals(service.extendedService(), Optional.of("Base"));
        assertEquals(service.multiplexedName(), Optional.empty());
        MethodDescription inherited =
                everything.method("Everything", "baseCheck").orElseThrow();
        assertEquals(inherited.declaringService(), "Base");
        assertEquals(inherited.exceptions().get(0).type().idlName(), "Refused");
        assertEquals(everything.services(), List.of(service));
        assertEquals(
                everything.extendedServices().stream()
                        .map(ServiceDescription::name)
                        .toList(),
                List.of("Base"));
        assertEquals(everything.method("Base", "ping"), Optional.empty()); // not served by itself
    }

    @Test
    void aServiceThatIsServedIsNoExtendedOne() {
        ServiceCatalog both = ServiceCatalog.of(Everything.class, Base.class);

        assertEquals(both.extendedServices(), List.of());
        assertTrue(both.method("Base", "ping").isPresent());
    }

    @Test
    void theNameOfAMultiplexedServiceComesFirst() {
        ServiceCatalog both = ServiceCatalog.builder()
                .service(Base.class)
                .service("Base", Shop.class)
                .build();

        assertEquals(both.service("Base").orElseThrow().name(), "Shop");
        assertTrue(both.method("Base", "pay").isPresent());
        assertEquals(both.service("Base").orElseThrow().headerName("pay"), "Base:pay");
    }

    @Test
    void aMethodHasItsArgumentsResultAndExceptions() {
        MethodDescription several = everything.method("Everything", "several").orElseThrow();
        assertEquals(
                several.arguments().stream()
                        .map(field -> field.id() + " " + field.type().idlName() + " " + field.name())
                        .toList(),
                List.of("1 bool truth", "2 i32 number", "4 string text", "9 list<double> reals", "3 Mixed mixed"));
        assertEquals(several.result().orElseThrow().idlName(), "list<string>");

        MethodDescription judge =
                everything.method("Everything", "judgeQuietly").orElseThrow();
        assertEquals(judge.result(), Optional.empty());
        assertEquals(judge.exceptions().stream().map(FieldDescription::name).toList(), List.of("refused", "overdrawn"));
        assertEquals(judge.oneway(), false);

        assertTrue(everything.method("Everything", "note").orElseThrow().oneway());
        assertEquals(everything.method("Everything", "unknown"), Optional.empty());
        assertEquals(everything.method("Unknown", "note"), Optional.empty());
    }

    @Test
    void typesAreThoseOfTheIdl() {
        assertEquals(
                everything.struct("Scalars").fields().stream()
                        .map(field -> field.type().idlName())
                        .toList(),
                List.of("bool", "i8", "i16", "i32", "i64", "double", "string", "binary", "uuid", "Colour"));
        assertEquals(
                everything.struct("Containers").fields().stream()
                        .map(field -> field.type().idlName())
                        .toList(),
                List.of(
                        "list<bool>",
                        "set<string>",
                        "map<i32, string>",
                        "map<string, list<set<i32>>>",
                        "map<Colour, list<Mixed>>",
                        "set<Choice>",
                        "list<list<list<i64>>>",
                        "map<list<i32>, set<Tree>>",
                        "map<i64, double>",
                        "list<binary>",
                        "list<Colour>"));
        assertEquals(everything.struct("Choice").kind(), StructDescription.Kind.UNION);
        assertEquals(everything.struct("Overdrawn").kind(), StructDescription.Kind.EXCEPTION);
        assertEquals(everything.struct("Tree").kind(), StructDescription.Kind.STRUCT);
        assertEquals(
                everything.enumOf("Colour").members().stream()
                        .map(member -> member.name() + "=" + member.value())
                        .toList(),
                List.of("RED=1", "GREEN=2", "BLUE=100000", "INFRARED=-7"));
        assertThrows(IllegalArgumentException.class, () -> everything.struct("Colour"));
        assertThrows(IllegalArgumentException.class, () -> everything.enumOf("Tree"));
    }

    @Test
    void fieldsHaveTheirRequirement() {
        StructDescription mixed = everything.struct("Mixed");

        assertEquals(mixed.field("name").orElseThrow().requiredness(), Requiredness.REQUIRED);
        assertEquals(mixed.field("count").orElseThrow().requiredness(), Requiredness.OPTIONAL);
        assertEquals(mixed.field("plain").orElseThrow().requiredness(), Requiredness.DEFAULT);
        assertEquals(mixed.field("farAway").orElseThrow().id(), 200);
        assertEquals(mixed.field("unknown"), Optional.empty());
    }

    @Test
    void defaultValuesAreThoseOfTheIdl() {
        StructDescription item = shop.struct("Item");

        assertEquals(defaultOf(item, "name"), Optional.empty());
        assertEquals(defaultOf(item, "size"), Optional.of("LARGE"));
        assertEquals(defaultOf(item, "madeAt"), Optional.of(1_700_000_000_000L));
        assertEquals(defaultOf(item, "price"), Optional.of(1.5));
        assertEquals(defaultOf(item, "tags"), Optional.of(List.of("new", "say \"hi\"\n\\")));
        assertEquals(defaultOf(item, "bySize"), Optional.of(Map.of(1, "LARGE")));
        assertEquals(defaultOf(item, "codes"), Optional.of(List.of((short) -3)));
        assertEquals(defaultOf(item, "sold"), Optional.of(true));
        assertEquals(
                defaultOf(item, "label"), Optional.of(ByteBuffer.wrap("text".getBytes(StandardCharsets.US_ASCII))));
        assertEquals(defaultOf(item, "id"), Optional.of(UUID.fromString("00112233-4455-6677-8899-aabbccddeeff")));
        assertEquals(defaultOf(item, "tiny"), Optional.of((byte) -3));
        assertEquals(defaultOf(item, "place"), Optional.of(Map.of("x", 1)));
        assertEquals(defaultOf(item, "parent"), Optional.empty());
        assertEquals(defaultOf(item, "big"), Optional.of(9_007_199_254_740_993L));
        List<FieldDescription> arguments =
                shop.method("Shop", "find").orElseThrow().arguments();
        assertEquals(arguments.get(0).defaultValue(), Optional.of("SMALL"));
        assertEquals(arguments.get(1).defaultValue(), Optional.of(10));
    }

    @Test
    void aFieldWithoutADefaultValueHasNone() {
        StructDescription scalars = everything.struct("Scalars");

        scalars.fields().forEach(field -> assertEquals(field.defaultValue(), Optional.empty(), field.name()));
        assertEquals(defaultOf(everything.struct("Mixed"), "fallback"), Optional.of(13));
    }

    private static Optional<Object> defaultOf(StructDescription struct, String field) {
        return struct.field(field).orElseThrow().defaultValue();
    }

    /** Otherwise a catalog would keep the class loader of a redeployed application. */
    @Test
    void defaultValuesAreOfTheJdk() {
        shop.structs().values().stream()
                .flatMap(struct -> struct.fields().stream())
                .flatMap(field -> field.defaultValue().stream())
                .forEach(ServiceCatalogTest::requireOfTheJdk);
    }

    private static void requireOfTheJdk(Object value) {
        assertNull(value.getClass().getClassLoader(), value.getClass().getName());
        if (value instanceof List<?> list) {
            list.forEach(ServiceCatalogTest::requireOfTheJdk);
        } else if (value instanceof Map<?, ?> map) {
            map.keySet().forEach(ServiceCatalogTest::requireOfTheJdk);
            map.values().forEach(ServiceCatalogTest::requireOfTheJdk);
        }
    }

    @Test
    void aNameThatTwoClassesHaveIsPrefixedOnce() {
        MethodDescription find = shop.method("Shop", "find").orElseThrow();

        assertEquals(
                find.exceptions().stream().map(field -> field.type().idlName()).toList(),
                List.of("Refused", "gen_Refused"));
        assertEquals(shop.struct("Refused").fields().get(0).name(), "why");
        assertEquals(shop.struct("gen_Refused").fields().get(0).name(), "code");
    }

    @Test
    void typedefsOfBaseTypesKeepTheirName() {
        assertEquals(
                shop.struct("Item").field("madeAt").orElseThrow().type(),
                new TypeDescription.Base(BaseType.I64, Optional.of("Millis")));
    }

    @Test
    void aClassThatIsNoServiceIsRejected() {
        IllegalArgumentException thrown =
                expectThrows(IllegalArgumentException.class, () -> ServiceCatalog.of(String.class));
        assertTrue(thrown.getMessage().contains("java.lang.String"), thrown.getMessage());
    }

    @Test
    void aCatalogDescribesAllTypesItRefersTo() {
        StructDescription holder = new StructDescription(
                "Holder",
                StructDescription.Kind.STRUCT,
                List.of(new FieldDescription(
                        (short) 1,
                        "held",
                        new TypeDescription.ListOf(
                                new TypeDescription.StructRef("Missing", Optional.empty()), Optional.empty()),
                        Requiredness.DEFAULT,
                        Optional.empty(),
                        "")),
                "");
        assertThrows(
                IllegalArgumentException.class,
                () -> ServiceCatalog.create(List.of(), List.of(), List.of(holder), List.of()));
        assertThrows(
                IllegalArgumentException.class,
                () -> ServiceCatalog.create(
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(new EnumDescription("E", List.of(), ""), new EnumDescription("E", List.of(), ""))));
        assertThrows(
                IllegalArgumentException.class,
                () -> ServiceCatalog.create(
                        List.of(new ServiceDescription("S", Optional.empty(), Optional.of("B"), List.of(), "")),
                        List.of(),
                        List.of(),
                        List.of()));
    }
}
