package io.grizzlythrift.samples.war;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** The WAR in real containers: redeployed under load, it loses no call that it has received, and leaves nothing. */
public class RedeploymentTest {
    /** How many times each container redeploys. */
    private static final int TIMES = Integer.getInteger("redeployments", 2);

    private static final int CALLERS = 8;
    private static final int CALLS_PER_DEPLOYMENT = 500;

    /** What threads of the container may take for themselves meanwhile. */
    private static final long DIRECT_BYTES = 16 << 20;

    @DataProvider
    public static Object[] containers() throws IOException {
        try (Stream<Path> jars = Files.list(Path.of(System.getProperty("containers")))) {
            return jars.sorted().toArray();
        }
    }

    @Test(dataProvider = "containers", timeOut = 1_800_000)
    public void losesNoCallAndLeavesNothing(Path jar) throws Exception {
        Path war = Path.of(System.getProperty("war"));
        int port = freePort();
        try (ContainerProcess container = new ContainerProcess(jar, port)) {
            long kept =
                    keptOfAnEmptyApplication(container, new WarVariant().empty().of(war, "empty"));
            container.deploy(war);
            Optional<Process> python = PythonCaller.start(port);
            CallLoad load = new CallLoad(port, CALLERS);
            Leftovers first;
            try (load) {
                load.awaitResults(CALLS_PER_DEPLOYMENT);
                container.undeploy();
                first = container.leftovers();
                for (int i = 0; i < TIMES; i++) {
                    container.deploy(war);
                    load.awaitResults(CALLS_PER_DEPLOYMENT);
                    container.undeploy();
                }
            }
            PythonCaller other = python.isEmpty() ? new PythonCaller(0, 0, 0, 0) : PythonCaller.end(python.get());
            assertThrows(ConnectException.class, () -> new Socket(InetAddress.getLoopbackAddress(), port).close());
            Leftovers last = container.leftovers();
            if (Boolean.getBoolean("dump")) {
                container.dump(jar.getFileName() + ".hprof");
            }
            report(jar.getFileName() + ", " + TIMES + " redeployments: " + load + "; " + other + "; after the first: "
                    + first + "; after the last: " + last);
            assertEquals(load.wrong(), Map.of());
            assertEquals(load.lost(), Map.of());
            assertEquals(
                    load.replies() + other.results() + other.rejected(),
                    container.received(),
                    "calls with a reply, and calls received");
            assertTrue(last.nothingRuns(), last.toString());
            assertTrue(last.loaders() - first.loaders() <= kept * TIMES, first + ", then " + last + ", own " + kept);
            assertTrue(last.directBytes() - first.directBytes() < DIRECT_BYTES, first + ", then " + last);
        }
    }

    /** Returns how many class loaders the container itself keeps of each application, whatever is in it. */
    private static long keptOfAnEmptyApplication(ContainerProcess container, Path empty) throws Exception {
        long first = 0;
        for (int i = 0; i < 2; i++) {
            first = container.leftovers().loaders();
            container.deploy(empty);
            container.undeployWithoutReport();
        }
        return container.leftovers().loaders() - first;
    }

    private static void report(String text) throws IOException {
        System.out.println(text);
        Files.write(Path.of("target/redeployments.txt"), List.of(text), CREATE, APPEND);
    }

    static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }
}
