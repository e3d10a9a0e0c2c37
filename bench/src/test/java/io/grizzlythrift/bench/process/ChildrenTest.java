package io.grizzlythrift.bench.process;

import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.bench.Bench;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.Test;

/** Processes that must not outlive this one. */
public final class ChildrenTest {
    private static final JavaCommand JAVA = new JavaCommand(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            List.of("-Xmx64m", "-XX:TieredStopAtLevel=1"),
            System.getProperty("java.class.path"),
            Bench.class.getName());

    /** None is left behind by who starts one while all are ended. */
    @Test(timeOut = 60_000)
    public void noneIsStartedOnceTheyAreEnded() {
        Children children = new Children();
        children.close();
        assertThrows(IOException.class, () -> children.start(JAVA.with(List.of("serve", "--server=grizzly"))));
    }

    /** A server can be ended before the others. */
    @Test(timeOut = 60_000)
    public void aServerEndsWhenItIsClosed() throws Exception {
        try (Children children = new Children()) {
            ProcessHandle process;
            try (ServerProcess server = ServerProcess.start(children, JAVA, List.of("--server=grizzly"))) {
                process = ProcessHandle.of(server.pid()).orElseThrow();
                assertTrue(process.isAlive());
            }
            process.onExit().get(1, TimeUnit.MINUTES);
            assertFalse(process.isAlive());
        }
    }
}
