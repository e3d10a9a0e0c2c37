package io.grizzlythrift.bench.recording;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.bench.server.BenchServer;
import io.grizzlythrift.bench.server.ServerSettings;
import io.grizzlythrift.bench.server.Servers;
import io.grizzlythrift.bench.service.WireProtocol;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.thrift.TException;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.layered.TFramedTransport;
import org.testng.annotations.Test;

/** A client that calls through the proxy notices nothing, and its calls are recorded. */
public final class RecordingProxyTest {
    private final BlockingQueue<String> warnings = new LinkedBlockingQueue<>();

    /** Records the wanted number of calls, without oneway calls; every call gets its reply. */
    @Test(timeOut = 60_000)
    public void recordsCallsOfAClient() throws Exception {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (BenchServer server = server();
                RecordingProxy proxy = new RecordingProxy(0, loopback(server.start()), file, 3, warnings::add)) {
            try (TTransport transport = connect(proxy)) {
                BenchService.Client client =
                        new BenchService.Client(WireProtocol.BINARY.factory().getProtocol(transport));
                assertEquals(client.add(4, 2), 6);
                client.note("oneway");
                String large = "x".repeat(200_000);
                assertEquals(client.echo(large), large);
                client.ping();
                assertEquals(client.add(1, 1), 2, "not recorded any more");
            }
            proxy.awaitCalls();
            assertEquals(proxy.recorded(), 3);
        }
        assertEquals(methods(file), List.of("add", "echo", "ping"));
        assertEquals(warnings.peek(), null);
    }

    /** Unframed bytes are forwarded, with a single warning. */
    @Test(timeOut = 60_000)
    public void passesOnWhatItCannotRecord() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                RecordingProxy proxy = new RecordingProxy(
                        0, loopback(server.getLocalPort()), new ByteArrayOutputStream(), 1, warnings::add);
                Socket client = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
                Socket accepted = server.accept()) {
            client.getOutputStream().write(new byte[] {(byte) 0x80, 1, 0, 1, 2, 3, 4, 5});
            assertEquals(accepted.getInputStream().readNBytes(8).length, 8);
            String warning = warnings.take();
            assertTrue(warning.contains("must send framed messages"), warning);
            accepted.getOutputStream().write(1);
            assertEquals(client.getInputStream().read(), 1);
            assertEquals(proxy.recorded(), 0);
        }
    }

    /** If there is no server, there is a warning, and the client's connection ends. */
    @Test(timeOut = 60_000)
    public void saysIfThereIsNoServer() throws Exception {
        try (Socket silent = new Socket()) { // takes a port from other processes, and does not listen
            silent.bind(loopback(0));
            try (RecordingProxy proxy = new RecordingProxy(
                            0, loopback(silent.getLocalPort()), new ByteArrayOutputStream(), 1, warnings::add);
                    Socket client = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
                assertTrue(warnings.take().startsWith("cannot connect to the server at "));
                assertEquals(client.getInputStream().read(), -1);
            }
        }
    }

    private static List<String> methods(ByteArrayOutputStream recorded) throws IOException {
        Path file = Files.createTempFile("recorded", ".calls");
        try {
            Files.write(file, recorded.toByteArray());
            return Recording.read(file).calls().stream()
                    .map(RecordedCall::method)
                    .toList();
        } finally {
            Files.delete(file);
        }
    }

    private static BenchServer server() {
        return Servers.create(
                "threaded-selector",
                new ServerSettings("127.0.0.1", 0, WireProtocol.BINARY, "same-thread", 1, 1, 1 << 20));
    }

    private static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    private static TTransport connect(RecordingProxy proxy) throws TException {
        TTransport transport = new TFramedTransport(new TSocket("127.0.0.1", proxy.port()));
        transport.open();
        return transport;
    }
}
