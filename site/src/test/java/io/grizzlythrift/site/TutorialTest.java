package io.grizzlythrift.site;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.bench.process.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jsoup.nodes.Document;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/**
 * The tutorial, followed word by word: its files in a folder of their own, its commands run there by Maven, with the
 * jars that were just built. Nothing comes from a network: what else the folder needs, this build needed before. Only
 * the port is another one, because 9090 may be taken.
 *
 * <p>The commands that generate code run if {@code -Dthrift.executable} names a compiler that fits; otherwise the
 * generated code of the same IDL in {@code samples/guide} stands in for it, as the page offers to readers.
 */
public final class TutorialTest {
    private static final Path GUIDE = Path.of("../samples/guide");

    private final Document page;
    private final TutorialFolder folder;
    private final String port;

    TutorialTest() throws IOException {
        page = Pages.html("tutorial");
        folder = TutorialFolder.create(Path.of("target/tutorial"));
        port = FreePorts.find(1).get(0).toString();
    }

    @BeforeClass
    void follow() throws Exception {
        Map<String, String> files = TutorialFolder.files(page);
        assertEquals(files.size(), 6, "files of the page: " + files.keySet());
        for (Map.Entry<String, String> file : files.entrySet()) {
            folder.write(file.getKey(), file.getValue().replace("9090", port));
        }
        String idl = files.get("src/main/thrift/greeter.thrift");
        assertEquals(
                idl.strip(),
                Files.readString(GUIDE.resolve("src/main/thrift/greeter.thrift"))
                        .strip());
        if (!folder.generates(commands("thrift --gen"))) {
            folder.copy(GUIDE.resolve("src/gen/java"), "src/main/java");
        }
    }

    @Test
    public void testsPass() throws Exception {
        String output = folder.run(commands("mvn -q test"));
        Path reports = folder.resolve("target/surefire-reports/TEST-com.example.greeter.GreeterTest.xml");
        String report = Files.readString(reports);
        assertTrue(report.contains("tests=\"1\"") && report.contains("failures=\"0\""), output + report);
    }

    @Test(dependsOnMethods = "testsPass")
    public void theServerServesAndTheClientPrintsWhatThePageSays() throws Exception {
        try (TutorialFolder.Running server = folder.start(commands("GreeterServer"))) {
            server.awaitLine("listens on port " + port);
            String expected = page.select("pre > code").stream()
                    .map(code -> code.wholeText())
                    .filter(text -> text.startsWith("Hello"))
                    .findFirst()
                    .orElseThrow();
            assertEquals(folder.run(commands("GreeterClient")).strip(), expected.strip());
        }
    }

    /** Of the optional libraries none is there, and of the others each in the version that the BOM pins. */
    @Test(dependsOnMethods = "testsPass")
    public void aPlainProjectHasSevenJarsBesideItsClient() throws Exception {
        List<String> jars = folder.runtimeJars();
        assertFalse(
                jars.stream().anyMatch(jar -> jar.matches("(hk2|jakarta.inject|aopalliance|micrometer).*")), "" + jars);
        assertEquals(jars.size(), 9, "with the client and the backend of slf4j: " + jars);
    }

    private String commands(String part) {
        return page.select("pre > code").stream()
                .map(code -> code.wholeText())
                .filter(text -> text.contains(part) && (text.startsWith("mvn") || text.startsWith("mkdir")))
                .findFirst()
                .orElseThrow(() -> new AssertionError("the page has no command with " + part));
    }
}
