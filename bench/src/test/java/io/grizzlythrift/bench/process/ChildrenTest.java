package io.grizzlythrift.bench.process;

import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.Test;

/** Child processes that must not outlive this one. */
public final class ChildrenTest {
    private static final JavaCommand JAVA = BenchJava.with("-Xmx64m");

    /** A process that is started after all were ended would be left behind. */
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
