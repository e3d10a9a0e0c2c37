package io.grizzlythrift.samples.mapkeeper.ycsb;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.expectThrows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.testng.annotations.Test;

/** Reads the output of YCSB. Shell scripts stand in for it. */
public class YcsbPhaseTest {
    private static final YcsbJob JOB = new YcsbJob(YcsbWorkload.A, 1_000, 2_000, 1);
    private static final YcsbTarget TARGET = new YcsbTarget(MapKeeperYcsbClient.class, 9090, true);

    private final List<String> progress = new ArrayList<>();

    @Test
    public void readsStatusAndReport() throws Exception {
        PhaseResult result = run("""
                echo 'Loading workload...'
                echo '2026-01-01 12:00:01:000 1 sec: 400 operations; 400 current ops/sec; [INSERT: Count=400]' >&2
                echo '[OVERALL], RunTime(ms), 2500'
                echo '[INSERT], AverageLatency(us), 7.5'
                echo '[INSERT], Return=OK, 1000'
                """);
        assertEquals(result.problems(), List.of());
        assertEquals(result.succeeded(), 1_000);
        assertEquals(result.operationsPerSecond(), 400.0);
        assertEquals(
                progress,
                List.of("  load     1   s          400 of 1,000 records", "  load     2.5 s        1,000 records"));
    }

    @Test
    public void problemsEndWithTheLinesThatAreNeitherStatusNorReport() throws Exception {
        PhaseResult result = run("""
                echo 'Starting test.'
                echo '[INSERT], Return=OK, 998'
                echo '[INSERT], Return=ERROR, 1'
                echo 'MapKeeper: broken' >&2
                exit 3
                """);
        assertEquals(
                result.problems(),
                List.of(
                        "load: YCSB ended with exit code 3",
                        "load: 998 of 1,000 records succeeded, 1 failed",
                        "  MapKeeper: broken"));
        assertEquals(result.failed(), 2, "one failed, one was never tried");
    }

    @Test
    public void aTerminatedClientHasNoResult() {
        IOException terminated = expectThrows(IOException.class, () -> run("kill -TERM $$"));
        assertEquals(terminated.getMessage(), "load: YCSB was terminated");
    }

    private PhaseResult run(String script) throws IOException, InterruptedException {
        progress.clear();
        return YcsbPhase.LOAD.run(
                arguments -> new ProcessBuilder("sh", "-c", script)
                        .redirectErrorStream(true)
                        .start(),
                JOB,
                TARGET,
                progress::add);
    }
}
