package io.grizzlythrift.bench.drift;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNotEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.bench.load.CheckedLoad;
import io.grizzlythrift.bench.load.LoadClients;
import io.grizzlythrift.bench.load.LoadResult;
import io.grizzlythrift.bench.load.plan.LoadClient;
import io.grizzlythrift.bench.load.plan.LoadPlan;
import io.grizzlythrift.bench.process.BenchJava;
import io.grizzlythrift.bench.results.ResultFiles;
import io.grizzlythrift.bench.server.BenchServer;
import io.grizzlythrift.bench.server.ServerSettings;
import io.grizzlythrift.bench.server.Servers;
import io.grizzlythrift.bench.service.Method;
import io.grizzlythrift.bench.service.WireProtocol;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.testng.SkipException;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** Drift's server and client. Skipped where no JDK is new enough. */
@Test(timeOut = 120_000)
public final class DriftTest {
    private BenchServer server;
    private int port;

    /** One server for all tests and both protocols, which it detects. */
    @BeforeClass
    public void start() throws Exception {
        DriftJava.obstacle().ifPresent(reason -> {
            System.out.println("skipped: " + reason);
            throw new SkipException(reason);
        });
        server = Servers.create(
                "drift", new ServerSettings("127.0.0.1", 0, WireProtocol.COMPACT, "same-thread", 2, 1, 1 << 20));
        port = server.start();
    }

    /** The server ends with its owner. */
    @AfterClass(alwaysRun = true)
    public void close() {
        if (server != null) {
            long pid = server.pid();
            server.close();
            assertFalse(ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent(), "it outlives its owner");
        }
    }

    public void theServerRunsInAProcessOfItsOwn() {
        assertNotEquals(server.pid(), ProcessHandle.current().pid());
    }

    /** The raw client compares each reply with that of generated code, byte by byte. */
    public void theServerGivesRightReplies() throws IOException {
        for (WireProtocol protocol : WireProtocol.values()) {
            for (Method method : Method.values()) {
                LoadPlan plan = LoadPlan.builder("127.0.0.1", port)
                        .protocol(protocol)
                        .method(method)
                        .size(300)
                        .connections(3)
                        .inFlight(5)
                        .build();
                CheckedLoad.untilReplies("raw", plan, 100);
            }
        }
    }

    /** The command starts the process that has Drift's classes. Replies are compared with generated structs. */
    public void theClientGetsRightReplies() throws Exception {
        LoadResult result = load("--method=list-user", "--protocol=binary", "--connections=40", "--in-flight=2");
        assertTrue(result.valid(), result.toString());
        assertTrue(result.calls() > 0, result.toString());
        assertEquals(result.client(), "drift");
    }

    /** Other commands check the options of the client, but do not run it. */
    public void withoutItsClassesTheClientDoesNotStart() {
        try (LoadClient client =
                LoadClients.create("drift", LoadPlan.builder("127.0.0.1", 1).build())) {
            IOException refused = expectThrows(IOException.class, client::start);
            assertEquals(refused.getMessage(), "the client drift runs only in the process that 'load' starts for it");
        }
    }

    private LoadResult load(String... options) throws Exception {
        Path json = Files.createTempFile("drift", ".json");
        try {
            List<String> arguments = new ArrayList<>(List.of(
                    "load", "--client=drift", "--port=" + port, "--json=" + json, "--warmup=0s", "--duration=1s"));
            arguments.addAll(List.of(options));
            int exit = BenchJava.with()
                    .with(arguments)
                    .redirectOutput(Redirect.DISCARD)
                    .start()
                    .waitFor();
            assertEquals(exit, 0);
            return ResultFiles.read(json, LoadResult.class);
        } finally {
            Files.delete(json);
        }
    }
}
