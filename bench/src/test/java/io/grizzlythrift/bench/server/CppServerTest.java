package io.grizzlythrift.bench.server;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNotEquals;

import io.grizzlythrift.bench.load.LoadClients;
import io.grizzlythrift.bench.load.plan.LoadClient;
import io.grizzlythrift.bench.load.plan.LoadPlan;
import io.grizzlythrift.bench.service.WireProtocol;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.testng.SkipException;
import org.testng.annotations.Test;

/** The server in C++. Skipped if it is not built, unless the environment has {@code PEERS_REQUIRED=true}. */
public final class CppServerTest {
    @Test(timeOut = 60_000)
    public void getsRightReplies() throws Exception {
        if (CppServer.program().isEmpty()) {
            String reason = "no C++ server here: " + CppServer.VARIABLE + " names none";
            assertFalse(Boolean.parseBoolean(System.getenv("PEERS_REQUIRED")), reason);
            System.out.println(reason);
            throw new SkipException(reason);
        }
        for (WireProtocol protocol : WireProtocol.values()) {
            ServerSettings settings = new ServerSettings("127.0.0.1", 0, protocol, "same-thread", 2, 1, 1 << 20);
            long pid;
            try (BenchServer server = Servers.create("cpp-nonblocking", settings)) {
                LoadPlan plan = LoadPlan.builder("127.0.0.1", server.start())
                        .protocol(protocol)
                        .size(300)
                        .connections(3)
                        .inFlight(10)
                        .build();
                pid = server.pid();
                assertNotEquals(pid, ProcessHandle.current().pid());
                LoadClient client = LoadClients.create("raw", plan);
                try (client) {
                    client.start();
                    while (client.calls() < 100) {
                        assertEquals(client.errors().first(), Optional.empty());
                        LockSupport.parkNanos(100_000);
                    }
                }
                assertEquals(client.errors().first(), Optional.empty());
            }
            assertFalse(ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent(), "it outlives its server");
        }
    }
}
