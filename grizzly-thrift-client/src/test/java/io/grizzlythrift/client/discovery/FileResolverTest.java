package io.grizzlythrift.client.discovery;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.discovery.EndpointAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests which servers a file names, and what is said of files that name none. */
@Test(timeOut = 60_000, singleThreaded = true)
public class FileResolverTest {
    private Path folder;
    private Path file;

    @BeforeMethod
    void makeFolder() throws IOException {
        folder = Files.createTempDirectory("servers");
        file = folder.resolve("servers");
    }

    @AfterMethod
    void removeFolder() throws IOException {
        Files.deleteIfExists(file);
        Files.delete(folder);
    }

    public void allThatALineCanSay() {
        String text = """
                # servers

                10.0.0.7:9090\r
                  host.example:1 \tweight=2.5 zone=a build=17 empty= x=a=b\s
                [2001:db8::9]:65535 weight=0.001
                """;
        assertEquals(
                ServerListFormat.read(text),
                List.of(
                        EndpointAddress.of("10.0.0.7", 9090),
                        EndpointAddress.of("host.example", 1)
                                .withWeight(2.5)
                                .withZone("a")
                                .withMetadata(Map.of("build", "17", "empty", "", "x", "a=b")),
                        EndpointAddress.of("2001:db8::9", 65_535).withWeight(0.001)));
        assertEquals(ServerListFormat.read(""), List.of());
        assertEquals(ServerListFormat.read("# none\n"), List.of());
    }

    @DataProvider
    static Object[][] badLines() {
        return new Object[][] {
            {"a", "'a'"},
            {"a:", "port is ''"},
            {":1", "':1'"},
            {"a:x", "port is 'x'"},
            {"a:0", "0"},
            {"a:65536", "65536"},
            {"::1:80", "'::1:80'"},
            {"a:1 weight=much", "weight is 'much'"},
            {"a:1 weight=0", "weight is 0.0"},
            {"a:1 weight=1001", "weight is 1001.0"},
            {"a:1 weight=NaN", "weight is NaN"},
            {"a:1 zone=", "zone is blank"},
            {"a:1 word", "'word'"},
            {"a:1 =x", "'=x'"},
            {"a:1 k=1 k=2", "k is there twice"},
            {"good:1", "also in line 1"},
        };
    }

    @Test(dataProvider = "badLines")
    public void aBadLineIsNamedWithItsValue(String line, String named) {
        String text = "good:1\n# comment\n" + line + "\n";
        String failure = expectThrows(IllegalArgumentException.class, () -> ServerListFormat.read(text))
                .getMessage();
        assertTrue(failure.contains("line 3") && failure.contains(named), failure);
    }

    private void replace(String text) throws IOException {
        Path next = Files.writeString(folder.resolve("next"), text);
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private FileResolver resolver() {
        return FileResolver.of(file).withInterval(Duration.ofMillis(10));
    }

    public void changesAreFound() throws Exception {
        replace("a:1\n");
        Answers answers = new Answers();
        try (Resolver.Resolution running = resolver().start(answers)) {
            assertEquals(answers.servers(1), List.of(EndpointAddress.of("a", 1)));
            replace("a:1\nb:2\n");
            assertEquals(answers.servers(2).get(1), EndpointAddress.of("b", 2));
            running.refresh();
            replace("");
            assertEquals(answers.servers(0), List.of());
        }
    }

    private String failure() throws Exception {
        Answers answers = new Answers();
        try (Resolver.Resolution running = resolver().start(answers)) {
            running.refresh();
            return answers.failure().getMessage();
        }
    }

    public void filesThatCannotBeRead() throws Exception {
        assertEquals(failure(), "there is no file " + file.toAbsolutePath());
        replace("a:1\nb:90"); // of 9090
        assertTrue(failure().startsWith("the last line has no line end"), failure());
        replace("#".repeat(FileResolver.MAX_BYTES) + "\n");
        assertTrue(failure().contains("more than 1048576 bytes"), failure());
        Files.write(file, new byte[] {'a', (byte) 0xff, '\n'});
        assertTrue(failure().contains("UTF-8"), failure());
        replace("#".repeat(FileResolver.MAX_BYTES - 1) + "\n");
        Answers answers = new Answers();
        try (Resolver.Resolution running = resolver().start(answers)) {
            running.refresh();
            assertEquals(answers.servers(), List.of());
        }
    }

    /** As of a ConfigMap whose text has no line end: it is no less complete than others. */
    public void aLastLineWithoutLineEndIsUsedOnceItStays() throws Exception {
        replace("a:1\nb:2");
        Answers answers = new Answers();
        try (Resolver.Resolution running = resolver().start(answers)) {
            assertTrue(answers.failure().getMessage().contains("half-written"));
            assertEquals(answers.servers(), List.of(EndpointAddress.of("a", 1), EndpointAddress.of("b", 2)));
            assertEquals(answers.servers().size(), 2);
            replace("a:1\nb:2\nc:3");
            assertEquals(answers.servers(3).get(2), EndpointAddress.of("c", 3));
            running.refresh();
        }
    }

    public void boundsOfTheInterval() {
        FileResolver.of(file).withInterval(Duration.ofMillis(10)).withInterval(Duration.ofHours(1));
        expectThrows(IllegalArgumentException.class, () -> FileResolver.of(file).withInterval(Duration.ofMillis(9)));
        expectThrows(IllegalArgumentException.class, () -> FileResolver.of(file).withInterval(Duration.ofMinutes(61)));
    }
}
