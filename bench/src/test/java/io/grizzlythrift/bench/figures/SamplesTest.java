package io.grizzlythrift.bench.figures;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.bench.TestFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Code in pages. */
public final class SamplesTest {
    private static final String SAMPLE = "samples/guide/src/main/java/a/B.java";

    private Path root;

    @BeforeClass
    void makeRepository() throws IOException {
        root = Files.createTempDirectory("samples");
        write("samples/pom.xml", "<module>guide</module>");
        write(SAMPLE, """
                package a;

                import static java.util.Map.entry;

                import java.time.Duration;
                import java.util.List;
                import java.util.Set;

                class B {
                    // @start region=one
                    List<Object> one() {
                        // @start region=inner
                        return List.of(entry(1, "Set")); // Duration
                        // @end region=inner
                    }
                    // @end region=one
                    // @start region=plain
                    int two = 2;
                    // @end region=plain
                    // @start region=open
                    // @start region=nothing
                    // @end region=nothing
                }
                """);
        write("samples/guide/src/main/envoy/envoy.yaml", "a: b\n");
        write("samples/left/src/main/java/a/C.java", "class C {}");
    }

    @AfterClass(alwaysRun = true)
    void removeRepository() throws IOException {
        TestFolder.delete(root);
    }

    private void write(String file, String text) throws IOException {
        TestFolder.write(root, file, text);
    }

    private MarkedPage rewritten(String place) throws IOException {
        return MarkedPage.of("Before.\n\n<!-- code " + place + " -->\nold\n<!-- end -->\n", root, root);
    }

    private void assertCode(String place, String block) throws IOException {
        MarkedPage page = rewritten(place);
        assertEquals(page.problems(), List.of());
        assertEquals(page.text(), "Before.\n\n<!-- code " + place + " -->\n" + block + "<!-- end -->\n");
        assertEquals(MarkedPage.of(page.text(), root, root), page, "rewritten twice");
    }

    @Test
    public void aRegionComesWithTheImportsThatItUses() throws IOException {
        String code = """
                List<Object> one() {
                    return List.of(entry(1, "Set")); // Duration
                }
                ```
                """;
        String imports = "import static java.util.Map.entry;\nimport java.util.List;\n\n";
        assertCode(SAMPLE + "#one", "```java\n" + imports + code);
        assertCode(SAMPLE + "#one, no imports", "```java\n" + code);
        assertCode(SAMPLE + "#plain", "```java\nint two = 2;\n```\n");
    }

    @Test
    public void aFileIsShownWhole() throws IOException {
        assertTrue(rewritten(SAMPLE).text().contains("-->\n```java\npackage a;\n\nimport static"), "the whole file");
        assertCode("samples/guide/src/main/envoy/envoy.yaml", "```yaml\na: b\n```\n");
    }

    @DataProvider
    Object[][] wrong() {
        return new Object[][] {
            {SAMPLE + "#gone", "region gone must begin once"},
            {SAMPLE + "#open", "begins 1 times and ends 0 times"},
            {SAMPLE + "#nothing", "region nothing of " + SAMPLE + " is empty"},
            {"samples/guide/src/main/java/a/Gone.java", "there is no file"},
            {"samples/left/src/main/java/a/C.java", "samples/left is no module"},
            {"bench/src/main/java/a/C.java", "is no place of code"},
        };
    }

    @Test(dataProvider = "wrong")
    public void refuses(String place, String problem) throws IOException {
        List<String> problems = rewritten(place).problems();
        assertEquals(problems.size(), 1, problems.toString());
        assertTrue(problems.get(0).startsWith("3: "), problems.get(0));
        assertTrue(problems.get(0).contains(problem), problems.get(0));
    }
}
