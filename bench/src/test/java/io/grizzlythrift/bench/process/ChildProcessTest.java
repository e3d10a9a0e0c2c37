package io.grizzlythrift.bench.process;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** A process that gets requests, and is killed, frozen and terminated. */
public final class ChildProcessTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    private Children children;
    private ChildProcess process;

    /** The main class of the processes of this test. */
    static final class Main {
        private Main() {}

        /** Replies to requests; with an argument, starts another process and freezes it. */
        public static void main(String[] args) throws Exception {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {}, "hook"));
            ChildRequests requests = new ChildRequests()
                    .on("double", (arguments, figures) -> figures.put("twice", 2 * Long.parseLong(arguments.get(0))))
                    .on(
                            "pid",
                            (arguments, figures) ->
                                    figures.put("pid", ProcessHandle.current().pid()));
            if (args.length > 0) {
                ChildProcess other = start(new Children(), List.of());
                other.awaitReady();
                long pid = other.ask("pid").get("pid");
                other.freeze();
                requests.on("other", (arguments, figures) -> figures.put("pid", pid));
            }
            requests.serve(Map.of("ready", 1L));
        }
    }

    private static ChildProcess start(Children children, List<String> arguments) throws IOException {
        JavaCommand java = new JavaCommand(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                List.of("-Xmx64m", "-XX:TieredStopAtLevel=1"),
                System.getProperty("java.class.path"),
                Main.class.getName());
        return ChildProcess.start(children, java.with(arguments), "the process");
    }

    /** Starts a process that replies to requests. */
    @BeforeMethod
    public void start() throws IOException {
        children = new Children();
        process = start(children, List.of());
        assertEquals(process.awaitReady(), Map.of("ready", 1L));
    }

    /** Ends all processes. */
    @AfterMethod(alwaysRun = true)
    public void end() {
        children.close();
        assertFalse(process.isAlive());
    }

    /** Replies to a known request, and fails on an unknown one. */
    @Test(timeOut = 120_000)
    public void answers() throws IOException {
        assertEquals(process.ask("double 21"), Map.of("twice", 42L));
        assertThrows(IOException.class, () -> process.ask("triple 14"));
        assertEquals(process.ask("double 4"), Map.of("twice", 8L));
    }

    /** The process does nothing while it is frozen, and then continues. */
    @Test(timeOut = 120_000)
    public void answersOnceItIsNotFrozen() throws Exception {
        process.freeze();
        CompletableFuture<Map<String, Long>> answer = CompletableFuture.supplyAsync(() -> {
            try {
                return process.ask("double 21");
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        assertTrue(process.isAlive());
        assertFalse(answer.isDone());
        process.unfreeze();
        assertEquals(answer.get(1, TimeUnit.MINUTES), Map.of("twice", 42L));
    }

    /** SIGTERM makes the process run its shutdown hooks, and determines its exit code. */
    @Test(timeOut = 120_000)
    public void endsWhenItIsTerminated() throws Exception {
        assertTrue(process.terminate(LONG));
        assertThrows(IOException.class, () -> process.ask("double 21"));
    }

    /** Requests to a killed process fail without waiting. */
    @Test(timeOut = 120_000)
    public void asksNoOneOnceItIsKilled() throws Exception {
        process.kill();
        assertTrue(process.awaitEnd(LONG));
        assertThrows(IOException.class, () -> process.ask("double 21"));
    }

    /** A frozen process also ends when the process that froze it is killed without a chance to clean up. */
    @Test(timeOut = 120_000)
    public void aFrozenProcessDoesNotOutliveItsParent() throws Exception {
        ChildProcess parent = start(children, List.of("with another"));
        parent.awaitReady();
        ProcessHandle frozen = ProcessHandle.of(parent.ask("other").get("pid")).orElseThrow();
        assertTrue(frozen.isAlive());
        parent.kill();
        frozen.onExit().get(1, TimeUnit.MINUTES);
    }
}
