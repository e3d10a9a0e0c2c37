package io.grizzlythrift.scorecard.row;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.bench.results.RowResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.testng.annotations.Test;

public class RowElsewhereTest {
    private final RowElsewhere row = new RowElsewhere(17, "inject", "must hold", "module", "a.BTest");

    @Test
    void everyTestExists() {
        for (RowElsewhere there : RowElsewhere.ALL) {
            Path source = Path.of("..", "..", there.module(), "src", "test", "java")
                    .resolve(there.test().replace('.', '/') + ".java");
            assertTrue(Files.exists(source), source.toString());
        }
    }

    @Test
    void readsWhatTheReportSays() throws IOException {
        RowResult held = report("tests=\"8\" errors=\"0\" skipped=\"1\" failures=\"0\"", "", false)
                .orElseThrow();
        assertTrue(held.held());
        assertEquals(held.figures(), Map.of("cases of BTest", "7 run"));
        assertEquals(held.seconds(), 1.5);
        RowResult failed = report("tests=\"8\" errors=\"1\" skipped=\"0\" failures=\"2\"", "", false)
                .orElseThrow();
        assertFalse(failed.held());
        assertEquals(failed.problem(), "3 failed");
        RowResult skipped = report("tests=\"2\" errors=\"0\" skipped=\"2\" failures=\"0\"", "", false)
                .orElseThrow();
        assertFalse(skipped.held());
        assertEquals(skipped.problem(), "skipped");
    }

    @Test
    void doesNotTakeASmallRunForALargeOne() throws IOException {
        String fine = "tests=\"8\" errors=\"0\" skipped=\"0\" failures=\"0\"";
        assertTrue(report(fine, "<property name=\"a\" value=\"true\"/>", true).isEmpty());
        assertTrue(
                report(fine, "<property name=\"soak\" value=\"true\"/>", true).isPresent());
    }

    @Test
    void knowsThatATestDidNotRun() throws IOException {
        Path root = Files.createTempDirectory("reports");
        assertTrue(row.result(root, false).isEmpty());
        Files.delete(root);
    }

    @Test
    void namesAReportThatCannotBeRead() {
        IOException refused = expectThrows(IOException.class, () -> report("tests", "", false));
        assertTrue(refused.getMessage().contains("TEST-a.BTest.xml"), refused.getMessage());
    }

    private Optional<RowResult> report(String attributes, String properties, boolean soak) throws IOException {
        Path root = Files.createTempDirectory("reports");
        Path folder = Files.createDirectories(root.resolve("module/target/surefire-reports"));
        Path file = folder.resolve("TEST-a.BTest.xml");
        try {
            Files.writeString(
                    file,
                    "<testsuite time=\"1.5\" " + attributes + "><properties>" + properties
                            + "</properties></testsuite>");
            return row.result(root, soak);
        } finally {
            Files.delete(file);
            for (Path empty = folder; !empty.equals(root.getParent()); empty = empty.getParent()) {
                Files.delete(empty);
            }
        }
    }
}
