package io.grizzlythrift.bench.results;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.bench.TestFolder;
import io.grizzlythrift.bench.machine.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** A result file that grows run by run. */
public final class RunLogTest {
    private static final List<String> COMMAND = List.of("matrix", "--preset=memory");

    private Path folder;

    @BeforeMethod
    void makeFolder() throws IOException {
        folder = Files.createTempDirectory("run-log");
    }

    @AfterMethod
    void removeFolder() throws IOException {
        TestFolder.delete(folder);
    }

    /** After each run, the file has all runs so far. */
    @Test
    public void fileIsCompleteAfterEachRun() throws IOException {
        RunLog log = RunLog.create(folder.resolve("new"), "memory", COMMAND);
        assertFalse(Files.exists(log.file()), "nothing to resume yet");
        log.add(run("a", 1));
        assertEquals(RunFiles.readFile(log.file()), new Comparison(COMMAND, List.of(run("a", 1))));
        log.add(run("b", 1));
        assertEquals(RunFiles.readFile(log.file()), new Comparison(COMMAND, List.of(run("a", 1), run("b", 1))));
        try (Stream<Path> files = Files.list(log.file().getParent())) {
            assertEquals(files.toList(), List.of(log.file()));
        }
    }

    /** What a process that was killed while it wrote left behind is in nobody's way. */
    @Test
    public void resumesBesideAHalfWrittenFile() throws IOException {
        RunLog.create(folder, "memory", COMMAND).add(run("a", 1));
        Files.writeString(folder.resolve("memory.json123.part"), "{\"command\": [");
        RunLog log = RunLog.resume(folder);
        assertEquals(log.command(), COMMAND);
        assertTrue(log.has(run("a", 1).occasion()));
        assertFalse(log.has(run("a", 2).occasion()));
        assertFalse(log.has(run("b", 1).occasion()));
        log.add(run("b", 1));
        assertEquals(RunFiles.read(folder), List.of(run("a", 1), run("b", 1)));
    }

    /** Results are never mixed with other results or overwritten. */
    @Test
    public void startsOnlyWithoutResults() throws IOException {
        RunLog.create(folder, "memory", COMMAND).add(run("a", 1));
        assertThrows(IllegalArgumentException.class, () -> RunLog.create(folder, "memory", COMMAND));
        assertThrows(IllegalArgumentException.class, () -> RunLog.create(folder, "quick", COMMAND));
    }

    private static MemoryMeasurement run(String contender, int round) {
        return new MemoryMeasurement(
                new Occasion("memory", "idle", contender, round),
                new Setup(List.of(), List.of(), List.of()),
                "2026-01-01T00:00:00Z",
                10,
                true,
                "",
                1,
                2,
                0.5,
                Machine.here());
    }
}
