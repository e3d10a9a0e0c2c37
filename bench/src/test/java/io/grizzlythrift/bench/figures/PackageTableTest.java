package io.grizzlythrift.bench.figures;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.bench.TestFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** The table of packages counts what stands in the sources. */
public final class PackageTableTest {
    private static final String CORE = "grizzly-thrift-core/src/main/java/";

    private Path root;

    @BeforeMethod
    void makeRepository() throws IOException {
        root = Files.createTempDirectory("packages");
        write("strategies/src/main/java/module-info.java", "module s {\n    exports a to\n            b;\n}\n");
        write(CORE + "module-info.java", "module c {\n    exports io.grizzlythrift.open;\n}\n");
        write("grizzly-thrift-client/src/main/java/module-info.java", "module l {}\n");
        write("grizzly-thrift-core/test-kit/src/main/java/module-info.java", "module t {}\n");
        write(
                CORE + "io/grizzlythrift/open/package-info.java",
                "/** All of {@code this}, or\n * {@link a.b.C}. More. */\n");
        write(CORE + "io/grizzlythrift/open/A.java", "public final class A {\n    public class B {}\n}\n");
        write(CORE + "io/grizzlythrift/open/C.java", "interface C {}\n");
        write(CORE + "io/grizzlythrift/open/hidden/package-info.java", "/**\n * Not for users.\n */\n");
        write(CORE + "io/grizzlythrift/open/hidden/D.java", "public record D() {}\n");
    }

    @AfterMethod
    void removeRepository() throws IOException {
        TestFolder.delete(root);
    }

    private void write(String file, String text) throws IOException {
        TestFolder.write(root, file, text);
    }

    @Test
    public void aRowForEachPackage() throws IOException {
        assertEquals(
                PackageTable.of(root).lines().skip(2).toList(),
                List.of("| open | yes | All of this, or C |", "| open.hidden | no | Not for users |"));
    }

    @Test
    public void aPackageWithoutDocumentationIsRefused() throws IOException {
        write(CORE + "io/grizzlythrift/more/E.java", "class E {}\n");
        IllegalArgumentException refused = expectThrows(IllegalArgumentException.class, () -> PackageTable.of(root));
        assertEquals(
                refused.getMessage(),
                "package " + root.resolve(CORE + "io/grizzlythrift/more") + " has no sentence of documentation");
    }
}
