package io.grizzlythrift.bench.load;

import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.bench.load.plan.LoadPlan;
import io.grizzlythrift.bench.server.BenchServer;
import io.grizzlythrift.bench.server.ServerSettings;
import io.grizzlythrift.bench.server.Servers;
import io.grizzlythrift.bench.service.WireProtocol;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** A run without any reply names the usual mistakes. */
public final class DiagnosisTest {
    @DataProvider
    static Object[][] mistakes() {
        return new Object[][] {
            {"threaded-selector", "raw", WireProtocol.BINARY, WireProtocol.COMPACT},
            {"netty", "tsocket", WireProtocol.COMPACT, WireProtocol.BINARY},
        };
    }

    @Test(dataProvider = "mistakes", timeOut = 60_000)
    public void namesTheWrongProtocol(String name, String client, WireProtocol served, WireProtocol loaded)
            throws Exception {
        ServerSettings settings = new ServerSettings("127.0.0.1", 0, served, "same-thread", 1, 1, 1 << 20);
        try (BenchServer server = Servers.create(name, settings)) {
            LoadPlan plan = plan(server.start(), loaded);
            LoadResult result = new LoadRun(plan, OptionalLong.empty()).run(client);
            assertFalse(result.valid());
            assertTrue(
                    result.firstError()
                            .startsWith("the server at 127.0.0.1:" + plan.port() + " speaks " + served
                                    + ", but the client " + loaded + "; give both the same --protocol; first error: "),
                    result.firstError());
        }
    }

    /** A server that speaks the protocol of the client is not accused of another. */
    @Test(timeOut = 60_000)
    public void blamesNothingElseOnTheProtocol() throws Exception {
        ServerSettings settings = new ServerSettings("127.0.0.1", 0, WireProtocol.BINARY, "same-thread", 1, 1, 1 << 20);
        try (BenchServer server = Servers.create("netty", settings)) {
            assertTrue(Diagnosis.of(plan(server.start(), WireProtocol.BINARY)).isEmpty());
        }
    }

    /** Nor is one that replies in any protocol. */
    @Test(timeOut = 60_000)
    public void blamesNoServerThatSpeaksBoth() throws Exception {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try (ServerSocket server = new ServerSocket(0, 2, InetAddress.getLoopbackAddress())) {
            thread.execute(() -> echoFrames(server));
            assertTrue(Diagnosis.of(plan(server.getLocalPort(), WireProtocol.BINARY))
                    .isEmpty());
        } finally {
            thread.shutdownNow();
        }
    }

    private static void echoFrames(ServerSocket server) {
        while (!server.isClosed()) {
            try (Socket accepted = server.accept()) {
                DataInputStream in = new DataInputStream(accepted.getInputStream());
                byte[] frame = in.readNBytes(in.readInt());
                DataOutputStream out = new DataOutputStream(accepted.getOutputStream());
                out.writeInt(frame.length);
                out.write(frame);
            } catch (IOException closed) {
                // The loop ends if the server was closed.
            }
        }
    }

    @DataProvider
    static Object[][] clients() {
        return new Object[][] {{"raw"}, {"tsocket"}, {"tasync"}, {"netty"}};
    }

    /** The exception and the address. */
    @Test(dataProvider = "clients", timeOut = 60_000)
    public void namesTheAddressWhereNothingListens(String client) throws Exception {
        try (Socket silent = new Socket()) { // takes a port from other processes, and does not listen
            silent.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            LoadPlan plan = plan(silent.getLocalPort(), WireProtocol.COMPACT);
            LoadRun run = new LoadRun(plan, OptionalLong.empty());
            String message =
                    expectThrows(IOException.class, () -> run.run(client)).getMessage();
            assertTrue(message.startsWith("cannot connect to 127.0.0.1:" + plan.port() + ": "), message);
            assertTrue(message.contains("Exception: ") && message.contains("refused"), message);
            Optional<String> later = Diagnosis.of(plan);
            assertTrue(
                    later.orElse("").startsWith("cannot connect to 127.0.0.1:" + plan.port() + ": java.net.Connect"),
                    later.toString());
        }
    }

    private static LoadPlan plan(int port, WireProtocol protocol) {
        return LoadPlan.builder("127.0.0.1", port)
                .protocol(protocol)
                .connections(1)
                .warmup(Duration.ZERO)
                .duration(Duration.ofMillis(100))
                .build();
    }
}
