package io.grizzlythrift.spring;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.spring.gen.Base;
import io.grizzlythrift.test.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.testng.annotations.Test;

/** Tests a process that gets SIGTERM under load. It has the defaults of Spring Boot. */
public class SignalTest {
    private static final int CALLERS = 8;
    private static final int BEFORE_THE_SIGNAL = 2_000;

    @Test(timeOut = 180_000)
    public void losesNoCallThatItAccepted() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SignalApplication.class.getName(),
                        "--grizzly.thrift.server.port=0")
                .redirectErrorStream(true)
                .start();
        ExecutorService callers = Executors.newCachedThreadPool();
        try (ThriftClient client = Contexts.client(port(process))) {
            Future<?> output = callers.submit(() -> drain(process.inputReader()));
            Base.FutureIface futures = client.stub(Base.FutureIface.class);
            CompletableFuture<String> longCall = futures.whoami("7000").toCompletableFuture();
            AtomicBoolean stop = new AtomicBoolean();
            AtomicInteger good = new AtomicInteger();
            List<Future<Exception>> ends = new ArrayList<>();
            for (int caller = 0; caller < CALLERS; caller++) {
                ends.add(callers.submit(() -> call(client.stub(Base.Iface.class), stop, good)));
            }
            Await.that("no load", () -> good.get() >= BEFORE_THE_SIGNAL);
            process.toHandle().destroy(); // Process.destroy() would close the output as well
            assertTrue(process.waitFor(1, TimeUnit.MINUTES), "does not end");
            stop.set(true);
            output.get(1, TimeUnit.MINUTES);
            assertEquals(longCall.get(1, TimeUnit.MINUTES), "7000", "a call that was running");
            for (Future<Exception> end : ends) {
                Exception failure = end.get(1, TimeUnit.MINUTES);
                assertTrue(
                        failure == null || (failure instanceof CallFailedException e && !e.mayHaveRun()),
                        "lost: " + failure);
            }
        } finally {
            callers.shutdownNow();
            process.destroyForcibly();
        }
    }

    /** {@return the failure that ended the calls} */
    private static Exception call(Base.Iface stub, AtomicBoolean stop, AtomicInteger good) {
        try {
            while (!stop.get()) {
                assertEquals(stub.whoami("1"), "1");
                good.incrementAndGet();
            }
            return null;
        } catch (Exception e) {
            return e;
        }
    }

    private static int port(Process process) throws IOException {
        BufferedReader out = process.inputReader();
        List<String> lines = new ArrayList<>();
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            lines.add(line);
            if (line.startsWith("port ")) {
                return Integer.parseInt(line.substring("port ".length()));
            }
        }
        throw new IllegalStateException("did not start: " + String.join("\n", lines));
    }

    private static void drain(BufferedReader out) {
        out.lines().forEach(line -> {});
    }
}
