package io.grizzlythrift.catalog;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.test.gen.Base;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.gen.catalog.Shop;
import java.util.List;
import java.util.Optional;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests the text of a catalog: it is parsed back. */
public class IdlTextTest {
    @DataProvider
    static Object[][] catalogs() {
        return new Object[][] {
            {ServiceCatalog.of(Everything.class)},
            {ServiceCatalog.of(Shop.class)},
            {ServiceCatalog.of(Everything.class, Base.class, Shop.class)},
            {ServiceCatalog.of()},
        };
    }

    @Test(dataProvider = "catalogs")
    void theTextIsParsedBack(ServiceCatalog catalog) {
        String text = catalog.toIdl();
        IdlParser parsed = IdlParser.parse(text);

        assertEquals(
                parsed.structs(),
                List.copyOf(catalog.structs().values()).stream()
                        .sorted(java.util.Comparator.comparing(StructDescription::name))
                        .map(IdlTextTest::withoutTypedefs)
                        .toList());
        assertEquals(parsed.enums(), List.copyOf(catalog.enums().values()));
        assertEquals(parsed.methodsOf("Everything"), ownMethods(catalog, "Everything"));
        assertEquals(parsed.methodsOf("Shop"), ownMethods(catalog, "Shop"));
        assertEquals(parsed.methodsOf("Base"), ownMethods(catalog, "Base"));
    }

    private static List<String> ownMethods(ServiceCatalog catalog, String service) {
        return java.util.stream.Stream.concat(catalog.services().stream(), catalog.extendedServices().stream())
                .filter(each -> each.name().equals(service))
                .flatMap(each -> each.methods().stream())
                .filter(method -> method.declaringService().equals(service))
                .map(IdlParser::signature)
                .toList();
    }

    private static StructDescription withoutTypedefs(StructDescription struct) {
        return new StructDescription(
                struct.name(),
                struct.kind(),
                struct.fields().stream().map(IdlParser::withoutTypedefs).toList(),
                struct.doc());
    }

    @Test
    void aServiceUnderTwoNamesIsWrittenOnce() {
        String text = ServiceCatalog.builder()
                .service("one", Base.class)
                .service("two", Base.class)
                .build()
                .toIdl();
        assertEquals(text.indexOf("service Base"), text.lastIndexOf("service Base"));
    }

    @Test
    void typedefsAreDeclaredAndUsed() {
        String text = ServiceCatalog.of(Shop.class).toIdl();
        assertTrue(text.contains("typedef i64 Millis\n"), text);
        assertTrue(text.contains("  3: Millis madeAt = 1700000000000\n"), text);
        assertTrue(text.indexOf("struct Point {") < text.indexOf("struct Item {"), text); // which has one by default
    }

    @Test
    void documentationIsAComment() {
        EnumDescription described = new EnumDescription(
                "Size", List.of(new EnumDescription.Member("SMALL", 1, "One line. */")), "Two\n\nparagraphs.");
        String text = ServiceCatalog.create(List.of(), List.of(), List.of(), List.of(described))
                .toIdl();
        assertEquals(text, """
                /**
                 * Two
                 *
                 * paragraphs.
                 */
                enum Size {
                  /** One line. * / */
                  SMALL = 1
                }
                """);
    }

    @Test
    void whatTheIdlCannotExpressIsLeftOut() {
        StructDescription struct = new StructDescription(
                "Odd",
                StructDescription.Kind.STRUCT,
                List.of(
                        field(-1, "unnumbered", BaseType.STRING, "\u0000"),
                        field(1, "nan", BaseType.DOUBLE, Double.NaN)),
                "");
        String text = ServiceCatalog.create(List.of(), List.of(), List.of(struct), List.of())
                .toIdl();
        assertEquals(text, "struct Odd {\n  string unnumbered\n  1: double nan\n}\n");
        assertFalse(text.contains("="));
    }

    /** Names and documentation of a server are printed on a terminal. */
    @Test
    void controlsAreSpaces() {
        EnumDescription described =
                new EnumDescription("E\u001b[2J", List.of(new EnumDescription.Member("A\nB", 1, "\u009b1m")), "");
        ServiceCatalog catalog = ServiceCatalog.create(List.of(), List.of(), List.of(), List.of(described));
        IdlText marked = new IdlText(catalog, (piece, text) -> piece == IdlText.Piece.NAME ? "<" + text + ">" : text);
        assertEquals(marked.enumeration(described), "enum <E [2J> {\n  /**  1m */\n  A B = 1\n}\n");
    }

    /** A line is as long as it looks, whatever marks are in it. */
    @Test
    void marksDoNotBreakLines() {
        ServiceCatalog catalog = ServiceCatalog.of(Everything.class);
        IdlText plain = new IdlText(catalog, IdlText.Markup.NONE);
        IdlText marked = new IdlText(catalog, (piece, text) -> "\u0001" + text + "\u0002".repeat(50));
        ServiceDescription service = catalog.services().get(0);
        assertEquals(marked.service(service).replaceAll("[\u0001\u0002]", ""), plain.service(service));
        assertTrue(catalog.toIdl().contains(plain.service(service)), "a part is as it stands in the file");
    }

    private static FieldDescription field(int id, String name, BaseType type, Object value) {
        return new FieldDescription(
                (short) id,
                name,
                new TypeDescription.Base(type, Optional.empty()),
                Requiredness.DEFAULT,
                Optional.of(value),
                "");
    }
}
