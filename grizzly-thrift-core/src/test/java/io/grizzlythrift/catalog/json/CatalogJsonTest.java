package io.grizzlythrift.catalog.json;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.catalog.ServiceDescription;
import io.grizzlythrift.test.gen.Base;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.gen.catalog.Shop;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests catalogs as JSON. */
public class CatalogJsonTest {
    private static final ServiceCatalog CATALOG = ThriftDocumentation.find(CatalogJsonTest.class.getClassLoader())
            .addTo(ServiceCatalog.builder()
                    .service(Everything.class)
                    .service("corner", Shop.class)
                    .service("base", Base.class)
                    .build());

    @Test
    void aCatalogIsReadAsItWasWritten() {
        ServiceCatalog read = CatalogJson.read(CatalogJson.write(CATALOG));

        assertEquals(read.services(), CATALOG.services());
        assertEquals(read.extendedServices(), CATALOG.extendedServices());
        assertEquals(read.structs(), CATALOG.structs());
        assertEquals(read.enums(), CATALOG.enums());
        assertEquals(read.toIdl(), CATALOG.toIdl());
    }

    @Test
    void aFieldIsAnObject() {
        String json = new String(CatalogJson.write(CATALOG), StandardCharsets.UTF_8);

        assertTrue(
                json.contains("{\"id\":3,\"name\":\"madeAt\",\"type\":{\"type\":\"i64\",\"typedef\":\"Millis\"},"
                        + "\"requiredness\":\"default\",\"default\":1700000000000}"),
                json);
        assertTrue(json.contains("\"multiplexedName\":\"corner\",\"extends\":\"Base\",\"doc\":\"Sells items.\""), json);
        assertTrue(json.contains("\"oneway\":true"), json);
        assertTrue(json.contains("\"default\":[[1,\"LARGE\"]]"), json);
        assertTrue(json.contains("\"default\":{\"left\":{\"x\":2,\"y\":3}}"), json);
    }

    @Test
    void aPartIsAsItStandsInTheDocument() {
        String all = new String(CatalogJson.write(CATALOG), StandardCharsets.UTF_8);
        ServiceDescription service = CATALOG.services().get(1);
        List<byte[]> parts = List.of(
                CatalogJson.write(CATALOG, service),
                CatalogJson.write(CATALOG, service.methods().get(0)),
                CatalogJson.write(CATALOG, CATALOG.structs().values().iterator().next()),
                CatalogJson.write(CATALOG, CATALOG.enums().values().iterator().next()));

        for (byte[] part : parts) {
            String json = new String(part, StandardCharsets.UTF_8);
            assertTrue(json.startsWith("{\"name\":") && all.contains(json), json);
        }
    }

    @DataProvider
    static Object[][] noCatalogs() {
        return new Object[][] {
            {""},
            {"[]"},
            {"{} {}"},
            {"{\"services\":1}"},
            {"{\"services\":[1]}"},
            {"{\"services\":[{}]}"},
            {"{\"enums\":[{\"name\":\"E\",\"members\":[{\"name\":\"A\",\"value\":2147483648}]}]}"},
            {"{\"structs\":[{\"name\":\"S\",\"kind\":\"thing\"}]}"},
            {"{\"structs\":[{\"name\":\"S\",\"kind\":\"struct\",\"fields\":[{\"id\":1,\"name\":\"f\"}]}]}"},
            {
                "{\"structs\":[{\"name\":\"S\",\"kind\":\"struct\",\"fields\":[{\"id\":99999,\"name\":\"f\","
                        + "\"requiredness\":\"default\",\"type\":{\"type\":\"i32\"}}]}]}"
            },
            {
                "{\"structs\":[{\"name\":\"S\",\"kind\":\"struct\",\"fields\":[{\"id\":1,\"name\":\"f\","
                        + "\"requiredness\":\"default\",\"type\":{\"type\":\"i33\"}}]}]}"
            },
            {
                "{\"structs\":[{\"name\":\"S\",\"kind\":\"struct\",\"fields\":[{\"id\":1,\"name\":\"f\","
                        + "\"requiredness\":\"default\",\"type\":{\"type\":\"struct\",\"name\":\"T\"}}]}]}"
            },
            {"{\"a\":".repeat(2_000) + "1" + "}".repeat(2_000)},
        };
    }

    @Test(dataProvider = "noCatalogs")
    void whatIsNoCatalogIsRejected(String json) {
        assertThrows(IllegalArgumentException.class, () -> CatalogJson.read(json.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void anyChangeIsReadOrRejected() {
        byte[] json = CatalogJson.write(ServiceCatalog.of(Shop.class));
        String noise = "{}[]\",:0e.-nt\\x";
        for (int seed = 0; seed < 300; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            byte[] changed = json.clone();
            changed[random.nextInt(json.length)] = (byte) noise.charAt(random.nextInt(noise.length()));
            try {
                CatalogJson.read(changed);
            } catch (IllegalArgumentException e) {
                // says what is wrong
            }
        }
    }
}
