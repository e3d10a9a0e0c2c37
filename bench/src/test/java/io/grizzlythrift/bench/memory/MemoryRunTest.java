package io.grizzlythrift.bench.memory;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.bench.process.BenchJava;
import io.grizzlythrift.bench.process.Children;
import io.grizzlythrift.bench.process.JavaCommand;
import io.grizzlythrift.bench.results.Measurement;
import io.grizzlythrift.bench.results.MemoryMeasurement;
import io.grizzlythrift.bench.results.Occasion;
import io.grizzlythrift.bench.results.ResultFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.testng.SkipException;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** Memory of real server processes. */
public final class MemoryRunTest {
    private static final Occasion OCCASION = new Occasion("memory", "100 connections", "some server", 1);
    private static final int CONNECTIONS = 100;

    @BeforeClass
    void needsProc() {
        if (!Files.exists(Path.of("/proc/self/status"))) {
            throw new SkipException("this system has no /proc/PID/status");
        }
    }

    /** All calls have replies, and each connection uses some memory. */
    @Test(timeOut = 300_000)
    public void measuresIdleConnections() throws Exception {
        MemoryMeasurement result = measure(Duration.ofSeconds(30), "--server=grizzly", "--strategy=same-thread");
        assertEquals(result.problem(), "");
        assertTrue(result.valid());
        assertEquals(result.connections(), CONNECTIONS);
        assertEquals(result.occasion(), OCCASION);
        assertTrue(result.heapBytesPerConnection() > 0, result.toString());
        assertTrue(Double.isFinite(result.processBytesPerConnection()), result.toString());
        assertEquals(
                result.setup().server(), List.of("--server=grizzly", "--strategy=same-thread", "--protocol=compact"));
        assertTrue(
                result.setup().serverFlags().contains("-XX:+AlwaysPreTouch"),
                result.setup().toString());
    }

    /** The server serves only the first connection until that is closed. */
    @Test(timeOut = 300_000)
    public void serverOfOneConnectionIsNoResult() throws Exception {
        MemoryMeasurement result = measure(Duration.ofSeconds(2), "--server=simple");
        assertFalse(result.valid());
        assertEquals(
                result.problem(), "the call of connection 2 failed: java.net.SocketTimeoutException: Read timed out");
        assertEquals(result.heapBytesPerConnection(), Double.NaN);
        assertSurvivesItsFile(result);
    }

    /** At least one connection is required. */
    @Test
    public void needsAConnection() {
        try (Children children = new Children()) {
            MemoryRun run = new MemoryRun(children, java());
            assertThrows(IllegalArgumentException.class, () -> run.measure(OCCASION, List.of(), 0));
        }
    }

    private static MemoryMeasurement measure(Duration timeout, String... options) throws Exception {
        try (Children children = new Children()) {
            return new MemoryRun(children, java(), timeout).measure(OCCASION, List.of(options), CONNECTIONS);
        }
    }

    private static JavaCommand java() {
        return BenchJava.with("-XX:+UseSerialGC");
    }

    private static void assertSurvivesItsFile(MemoryMeasurement result) throws IOException {
        Path file = Files.createTempFile("bench-memory", ".json");
        try {
            ResultFiles.write(file, result);
            assertEquals(ResultFiles.read(file, Measurement.class), result);
        } finally {
            Files.delete(file);
        }
    }
}
