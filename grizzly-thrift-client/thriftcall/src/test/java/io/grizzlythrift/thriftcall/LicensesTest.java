package io.grizzlythrift.thriftcall;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNotNull;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.testng.annotations.Test;

/** Tests that the executable jar names the licence of each library in it. */
public class LicensesTest {
    private static final Map<String, String> NAMES = Map.of(
            "picocli", "picocli",
            "com/fasterxml/jackson", "Jackson Core",
            "org/apache/thrift", "Apache Thrift",
            "org/apache/commons/lang3", "Apache Commons Lang",
            "org/glassfish/grizzly", "Eclipse Grizzly",
            "org/slf4j", "SLF4J",
            "jakarta/annotation", "Jakarta Annotations",
            "io/grizzlythrift", "Grizzly Thrift");

    @Test
    void eachLibraryIsListed() throws Exception {
        String list;
        try (InputStream file = ThriftCall.class.getResourceAsStream("/META-INF/licenses/README.txt")) {
            list = new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
        for (Map.Entry<String, String> library : NAMES.entrySet()) {
            assertNotNull(ThriftCall.class.getClassLoader().getResource(library.getKey()), library.getKey());
            assertEquals(
                    list.lines()
                            .filter(line -> line.startsWith(library.getValue() + " "))
                            .count(),
                    1L);
        }
        for (String text : List.of("LICENSE", "EPL-2.0.txt", "MIT-slf4j.txt")) {
            assertNotNull(ThriftCall.class.getResource("/META-INF/licenses/" + text), text);
        }
    }
}
