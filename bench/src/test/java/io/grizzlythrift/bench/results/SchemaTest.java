package io.grizzlythrift.bench.results;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** The committed results against the JSON schema that is published with them. */
public final class SchemaTest {
    private static final Path RESULTS = Path.of("../site/results");
    private static final Path SMALLEST = RESULTS.resolve("memory/memory.json");
    /** Written by other commands. */
    private static final List<Path> OTHERS =
            List.of(RESULTS.resolve("chaos/chaos.json"), RESULTS.resolve("scorecard/scorecard.json"));

    private static final String SCHEMA = "comparison.schema.json";

    private Schema schema;

    @BeforeClass
    void readSchema() throws IOException {
        schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(RESULTS.resolve(SCHEMA)), InputFormat.JSON);
    }

    @DataProvider
    static Object[][] committed() throws IOException {
        try (Stream<Path> files = Files.walk(RESULTS)) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .filter(file -> !OTHERS.contains(file) && !file.endsWith(SCHEMA))
                    .sorted()
                    .map(file -> new Object[] {file})
                    .toArray(Object[][]::new);
        }
    }

    @Test(dataProvider = "committed")
    public void describesTheCommittedResults(Path file) throws IOException {
        assertEquals(problems(Files.readString(file)), List.of());
    }

    /** Also with what the bench writes today, so that a new property cannot be forgotten. */
    @Test(dataProvider = "committed")
    public void describesThemWrittenAgain(Path file) throws IOException {
        Path copy = Files.createTempFile("bench", ".json");
        try {
            ResultFiles.write(copy, RunFiles.readFile(file));
            assertEquals(problems(Files.readString(copy)), List.of());
            assertEquals(RunFiles.readFile(copy), RunFiles.readFile(file));
        } finally {
            Files.delete(copy);
        }
    }

    @DataProvider
    static Object[][] damage() {
        return new Object[][] {
            {"\"kind\":\"memory\"", "\"kind\":\"heap\""},
            {"\"round\":1", "\"round\":0"},
            {"\"connections\":", "\"clients\":"},
            {"\"cores\":2", "\"cores\":\"2\""},
            {"\"valid\":true", "\"valid\":true,\"more\":1"},
            {"\"heapBytesPerConnection\":", "\"heapBytesPerConnection\":\"much\",\"heap\":"},
            {"Z\",\"connections\"", "\",\"connections\""},
        };
    }

    /** The schema is not so wide that it accepts anything. */
    @Test(dataProvider = "damage")
    public void refusesDamage(String right, String wrong) throws IOException {
        String text = Files.readString(SMALLEST);
        assertTrue(text.contains(right), text.substring(0, 1000));
        assertTrue(!problems(text.replaceFirst(right, wrong)).isEmpty(), wrong);
    }

    private List<String> problems(String json) {
        return schema.validate(json, InputFormat.JSON).stream()
                .map(Error::toString)
                .limit(3)
                .toList();
    }
}
