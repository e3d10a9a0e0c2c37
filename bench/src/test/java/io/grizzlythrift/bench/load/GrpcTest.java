package io.grizzlythrift.bench.load;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.bench.load.plan.LoadClient;
import io.grizzlythrift.bench.load.plan.LoadPlan;
import io.grizzlythrift.bench.load.plan.LoadPlanBuilder;
import io.grizzlythrift.bench.server.BenchServer;
import io.grizzlythrift.bench.server.ServerSettings;
import io.grizzlythrift.bench.server.Servers;
import io.grizzlythrift.bench.service.Method;
import io.grizzlythrift.bench.service.WireProtocol;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import org.testng.annotations.Test;

/** The client and the server of gRPC, which work only with each other. */
@Test(timeOut = 60_000)
public final class GrpcTest {
    private static LoadPlanBuilder plan(int port) {
        return LoadPlan.builder("127.0.0.1", port).size(300_000).connections(3);
    }

    public void getsRightAnswers() throws Exception {
        ServerSettings settings =
                new ServerSettings("127.0.0.1", 0, WireProtocol.COMPACT, "same-thread", 1, 1, 1 << 20);
        try (BenchServer server = Servers.create("grpc", settings)) {
            CheckedLoad.untilReplies("grpc", plan(server.start()).inFlight(10).build(), 100);
        }
    }

    public void saysThatThereIsNoServer() throws Exception {
        try (Socket silent = new Socket()) { // takes a port from other processes, and does not listen
            silent.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            try (LoadClient client =
                    LoadClients.create("grpc", plan(silent.getLocalPort()).build())) {
                assertThrows(IOException.class, client::start);
            }
        }
    }

    public void otherMethodsAreRefused() {
        assertEquals(
                refusal(plan(1).method(Method.WORK)), "method of grpc is work, must be echo, without --burn-every");
        assertEquals(
                refusal(plan(1).burnEvery(100).handlerTime(Duration.ofMillis(1))),
                "method of grpc is burn, must be echo, without --burn-every");
    }

    private static String refusal(LoadPlanBuilder plan) {
        return expectThrows(IllegalArgumentException.class, () -> LoadClients.create("grpc", plan.build()))
                .getMessage();
    }
}
