package io.grizzlythrift.catalog.json;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.catalog.MethodDescription;
import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.gen.catalog.Shop;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.testng.annotations.Test;

/** Tests documentation that the Thrift compiler wrote. */
public class ThriftDocumentationTest {
    private final ServiceCatalog catalog = ThriftDocumentation.find(getClass().getClassLoader())
            .addTo(ServiceCatalog.of(Shop.class, Everything.class));

    @Test
    void eachPartHasItsDocumentation() {
        assertEquals(catalog.service("Shop").orElseThrow().doc(), "Sells items.");
        assertEquals(catalog.enumOf("Size").doc(), "How much there is of it.");
        assertEquals(catalog.enumOf("Size").members().get(1).doc(), "Enough for two.");
        assertEquals(catalog.struct("Item").doc(), "What the shop sells.\n\nWith default values of each type.");
        assertEquals(catalog.struct("Item").field("name").orElseThrow().doc(), "Shown to customers.");
        MethodDescription find = catalog.method("Shop", "find").orElseThrow();
        assertEquals(find.doc(), "Finds items.");
        assertEquals(find.arguments().get(0).doc(), "Of this size only.");
        assertEquals(catalog.method("Shop", "ping").orElseThrow().doc(), "Takes nothing and answers nothing.");
        assertEquals(catalog.struct("Payment").field("parts").orElseThrow().doc(), "Several of them.");
        assertEquals(catalog.struct("Point").doc(), "");
    }

    @Test
    void typesOfTheSameNameKeepTheirOwn() {
        assertEquals(catalog.struct("Refused").doc(), "Has the name of another exception, in base.thrift.");
        assertEquals(catalog.struct("gen_Refused").doc(), "A declared exception that several services throw.");
    }

    @Test
    void anotherVersionIsNotMistakenForIt() {
        byte[] older = ("{\"structs\":[{\"name\":\"Point\",\"doc\":\"of x only\",\"fields\":[{\"name\":\"x\"}]}],"
                        + "\"services\":[{\"name\":\"Shop\",\"functions\":[{\"name\":\"find\",\"doc\":\"all\"}]}]}")
                .getBytes(StandardCharsets.UTF_8);
        ServiceCatalog other = ThriftDocumentation.of(List.of(older)).addTo(ServiceCatalog.of(Shop.class));

        assertEquals(other.struct("Point").doc(), "");
        assertEquals(other.method("Shop", "find").orElseThrow().doc(), "");
    }

    @Test
    void documentsInJarsAreFound() throws IOException {
        Path jar = Files.createTempFile("documentation", ".jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file)) {
            out.putNextEntry(new JarEntry("META-INF/thrift/"));
            out.putNextEntry(new JarEntry("META-INF/thrift/shop.json"));
            out.write("{\"services\":[{\"name\":\"Shop\",\"doc\":\"in a jar\",\"functions\":["
                    .getBytes(StandardCharsets.UTF_8));
            out.write("{\"name\":\"find\"},{\"name\":\"pay\"},{\"name\":\"first\"},{\"name\":\"note\"}]}]}"
                    .getBytes(StandardCharsets.UTF_8));
            out.putNextEntry(new JarEntry("META-INF/thrift/broken.json"));
            out.write('[');
            out.putNextEntry(new JarEntry("META-INF/thrift/deeper/other.json"));
            out.write('[');
        }
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null)) {
            ServiceCatalog found = ThriftDocumentation.find(loader).addTo(ServiceCatalog.of(Shop.class));
            assertEquals(found.service("Shop").orElseThrow().doc(), "in a jar");
        } finally {
            Files.delete(jar);
        }
    }

    @Test
    void whatIsNoDocumentationIsRejected() {
        assertThrows(
                IllegalArgumentException.class,
                () -> ThriftDocumentation.of(List.of("[]".getBytes(StandardCharsets.UTF_8))));
    }

    @Test
    void theIdlShowsIt() {
        String idl = catalog.toIdl();
        assertTrue(idl.contains("/**\n * What the shop sells.\n *\n * With default values of each type.\n */\n"), idl);
        assertTrue(idl.contains("  /** Enough for two. */\n  LARGE = 2\n"), idl);
    }
}
