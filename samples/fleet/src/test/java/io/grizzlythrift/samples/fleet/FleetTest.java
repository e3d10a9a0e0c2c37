package io.grizzlythrift.samples.fleet;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.samples.mapkeeper.ycsb.YcsbJob;
import io.grizzlythrift.samples.mapkeeper.ycsb.YcsbWorkload;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.testng.annotations.Test;

/** Runs the sample, with fewer operations. */
public class FleetTest {
    private static final int OPERATIONS = 15_000;

    @Test(timeOut = 300_000)
    public void noOperationFailsWhileServersGo() throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
            boolean passed = new Fleet(new YcsbJob(YcsbWorkload.A, 500, OPERATIONS, 8), out).run();
            String text = printed.toString(StandardCharsets.UTF_8);
            assertTrue(passed, text);
            List<String> servers =
                    text.lines().filter(line -> line.contains(" % ")).toList();
            assertEquals(servers.size(), 3, text);
            assertTrue(servers.get(0).contains("killed after "), text);
            assertTrue(servers.get(1).contains("drained after "), text);
            assertTrue(servers.get(2).contains("served to the end"), text);
            assertTrue(servers.stream().noneMatch(line -> line.contains(" 0.0 %")), text);
        }
    }
}
