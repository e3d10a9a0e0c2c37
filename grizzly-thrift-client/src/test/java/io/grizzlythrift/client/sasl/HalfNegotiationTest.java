package io.grizzlythrift.client.sasl;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.security.SaslCredentials;
import io.grizzlythrift.client.testing.PatientClient;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests servers that do not complete a negotiation. */
@Test(timeOut = 60_000)
public class HalfNegotiationTest {
    private static final byte[] NOTHING = {};

    private ServerSocket port;

    /** What a server does with a connection that has sent its first messages. */
    private interface Script {
        void run(Socket socket, DataOutputStream out) throws Exception;
    }

    @BeforeMethod
    void open() throws IOException {
        port = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    @AfterMethod(alwaysRun = true)
    void close() throws IOException {
        port.close();
    }

    private CompletableFuture<String> serve(Script script) {
        CompletableFuture<String> mechanism = new CompletableFuture<>();
        Thread server = new Thread(() -> {
            try (Socket socket = port.accept()) {
                DataInputStream in = new DataInputStream(socket.getInputStream());
                assertEquals(in.readByte(), 1);
                mechanism.complete(new String(in.readNBytes(in.readInt()), StandardCharsets.US_ASCII));
                in.readByte();
                in.readNBytes(in.readInt());
                script.run(socket, new DataOutputStream(socket.getOutputStream()));
            } catch (Throwable t) {
                mechanism.completeExceptionally(t);
            }
        });
        server.setDaemon(true);
        server.start();
        return mechanism;
    }

    private ThriftClientBuilder client(Duration connectTimeout) {
        return PatientClient.builder()
                .endpoint("127.0.0.1", port.getLocalPort())
                .sasl(Accounts.credentials(SaslCredentials.PLAIN, Accounts.PASSWORD)
                        .build())
                .reconnectBackoff(Duration.ofHours(1), Duration.ofHours(1))
                .connectTimeout(connectTimeout);
    }

    private CallFailedException failure(Script script) throws Exception {
        CompletableFuture<String> mechanism = serve(script);
        try (ThriftClient client = client(Duration.ofMinutes(1)).build()) {
            CallFailedException failure = expectThrows(
                    CallFailedException.class,
                    () -> client.stub(Probe.Iface.class).ping());
            assertEquals(mechanism.get(30, TimeUnit.SECONDS), SaslCredentials.PLAIN);
            assertFalse(failure.mayHaveRun());
            return failure;
        }
    }

    private static void message(DataOutputStream out, int status, int length, byte[] payload) throws IOException {
        out.writeByte(status);
        out.writeInt(length);
        out.write(payload);
        out.flush();
    }

    private static void readToEnd(Socket socket) throws IOException {
        socket.getInputStream().readAllBytes();
    }

    @DataProvider
    static Object[][] scripts() {
        byte[] http = "HTTP/1.1 400 Bad Request\r\n".getBytes(StandardCharsets.US_ASCII);
        return new Object[][] {
            {"closed the connection", (Script) (socket, out) -> {}},
            {"closed the connection within", (Script) (socket, out) -> message(out, 2, 100, NOTHING)},
            {
                "at most 65536",
                (Script) (socket, out) -> {
                    message(out, 2, 1 << 30, NOTHING);
                    readToEnd(socket);
                }
            },
            {
                "at most 65536",
                (Script) (socket, out) -> {
                    message(out, 5, -1, NOTHING);
                    readToEnd(socket);
                }
            },
            {
                "HTTP",
                (Script) (socket, out) -> {
                    out.write(http);
                    readToEnd(socket);
                }
            },
            {
                "does it speak SASL",
                (Script) (socket, out) -> {
                    message(out, 99, 0, NOTHING);
                    readToEnd(socket);
                }
            },
            {
                "out of turn",
                (Script) (socket, out) -> {
                    byte[] twice = {2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0};
                    out.write(twice);
                    readToEnd(socket);
                }
            },
        };
    }

    @Test(dataProvider = "scripts", timeOut = 60_000)
    public void theServerSaysSomethingElse(String reason, Script script) throws Exception {
        CallFailedException failure = failure(script);
        boolean outOfTurn = reason.equals("out of turn"); // unless the step was faster: PLAIN has only one
        assertTrue(failure.getMessage().contains(reason) || outOfTurn, failure.getMessage());
        if (!outOfTurn) {
            assertEquals(failure.failure(), FailureCause.CONNECT_FAILED, failure.getMessage());
        }
    }

    /** Text of the server is cut, and cannot forge lines of a log. */
    public void theTextOfARefusal() throws Exception {
        byte[] text = ("no\r\nWARN forged " + "x".repeat(5_000)).getBytes(StandardCharsets.UTF_8);
        CallFailedException failure = failure((socket, out) -> {
            message(out, 4, text.length, text);
            readToEnd(socket);
        });
        assertEquals(failure.failure(), FailureCause.AUTHENTICATION_FAILED);
        assertTrue(failure.getMessage().contains("no??WARN"), failure.getMessage());
        assertTrue(failure.getMessage().length() < 600, failure.getMessage());
    }

    /** The reply to a refused connection may come in single bytes. */
    public void aMessageInParts() throws Exception {
        CallFailedException failure = failure((socket, out) -> {
            socket.setTcpNoDelay(true);
            for (byte each : new byte[] {3, 0, 0, 0, 2, 'n', 'o'}) {
                out.write(each);
                out.flush();
            }
            readToEnd(socket);
        });
        assertTrue(failure.getMessage().contains(": no"), failure.getMessage());
    }

    public void theServerHangs() throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        CompletableFuture<String> mechanism = serve((socket, out) -> {
            readToEnd(socket);
            closed.countDown();
        });
        try (ThriftClient client = client(Duration.ofMillis(500)).build()) {
            CallFailedException failure = expectThrows(
                    CallFailedException.class,
                    () -> client.stub(Probe.Iface.class).ping());
            assertEquals(failure.failure(), FailureCause.CONNECT_FAILED, failure.getMessage());
            assertTrue(failure.getMessage().contains("SASL negotiation is not complete"), failure.getMessage());
            assertTrue(closed.await(30, TimeUnit.SECONDS), "the connection stays open");
            assertEquals(mechanism.get(30, TimeUnit.SECONDS), SaslCredentials.PLAIN);
        }
    }

    /** Only threads of SASL wait for the supplier, and not for longer than the attempt. */
    public void theSupplierHangs() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        SaslCredentials credentials = SaslCredentials.plain(Accounts.USER, () -> {
                    try {
                        never.await();
                    } catch (InterruptedException e) {
                        interrupted.countDown();
                    }
                    return Accounts.PASSWORD.toCharArray();
                })
                .allowPlainWithoutTls()
                .build();
        try (ThriftClient client =
                client(Duration.ofMillis(500)).sasl(credentials).build()) {
            CallFailedException failure = expectThrows(
                    CallFailedException.class,
                    () -> client.stub(Probe.Iface.class).ping());
            assertEquals(failure.failure(), FailureCause.CONNECT_FAILED, failure.getMessage());
            assertTrue(interrupted.await(30, TimeUnit.SECONDS), "the supplier occupies a thread for ever");
        }
    }
}
