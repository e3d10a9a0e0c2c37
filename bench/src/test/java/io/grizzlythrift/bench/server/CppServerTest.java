package io.grizzlythrift.bench.server;

import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNotEquals;

import io.grizzlythrift.bench.load.CheckedLoad;
import io.grizzlythrift.bench.load.plan.LoadPlan;
import io.grizzlythrift.bench.service.WireProtocol;
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
                CheckedLoad.untilReplies("raw", plan, 100);
            }
            assertFalse(ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent(), "it outlives its server");
        }
    }
}
