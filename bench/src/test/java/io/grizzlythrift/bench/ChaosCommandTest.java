package io.grizzlythrift.bench;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.bench.chaos.ChaosResult;
import io.grizzlythrift.bench.results.ResultFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.testng.annotations.Test;

/** Disturbs a fleet: once with each kind of disturbance, or with all of them in the profile soak. */
public final class ChaosCommandTest {
    /** Calls per second of each client: very few, because other tests run at the same time. */
    private static final int RATE = 100;

    /**
     * No read fails and no write runs twice or is lost, whatever happens to the fleet. How soon load returns to a server is not
     * asserted: that depends on what else the machine does.
     */
    @Test(timeOut = 600_000)
    public void readsNeverFailAndWritesNeverRunTwice() throws IOException {
        Path json = Files.createTempFile("chaos", ".json");
        try {
            List<String> arguments = new ArrayList<>(List.of("chaos", "--rate=" + RATE, "--json=" + json));
            if (!Boolean.getBoolean("soak")) {
                arguments.add("--short");
            }
            CommandRun run = CommandRun.of(arguments);
            ChaosResult result = ResultFiles.read(json, ChaosResult.class);
            assertEquals(run.exitCode(), result.kept() ? 0 : 1, run.toString());
            assertTrue(result.phases().size() > 5, run.out());
            result.phases().forEach(phase -> {
                assertTrue(phase.reads() > 0 && phase.writes() > 0, phase.toString());
                assertEquals(phase.readsFailed(), 0, phase.toString());
                assertTrue(phase.kept(), phase.toString());
            });
            assertFalse(result.restored().isEmpty(), run.out());
            assertEquals(result.repliesPerSecond().get(0).size(), result.servers());
        } finally {
            Files.delete(json);
        }
    }
}
