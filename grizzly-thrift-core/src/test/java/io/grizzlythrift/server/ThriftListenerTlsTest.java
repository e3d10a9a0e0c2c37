package io.grizzlythrift.server;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.everything.ClientKind;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Reply;
import io.grizzlythrift.tls.TestAuthority;
import io.grizzlythrift.tls.TestCertificate;
import io.grizzlythrift.tls.TlsConfig;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.glassfish.grizzly.IOStrategy;
import org.glassfish.grizzly.ssl.SSLBaseFilter;
import org.glassfish.grizzly.ssl.SSLEngineConfigurator;
import org.glassfish.grizzly.strategies.SameThreadIOStrategy;
import org.glassfish.grizzly.strategies.WorkerThreadIOStrategy;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests a listener above TLS: that of the library, and the application's own filter. */
@Test(timeOut = 60_000)
public final class ThriftListenerTlsTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;
    private static final char[] PASSWORD = "for the tests".toCharArray();

    private Path store;
    private TlsConfig tls;
    private SSLContext context;

    @BeforeClass
    void makeCertificates() throws Exception {
        store = Files.createTempFile("listener", ".p12");
        Files.delete(store);
        TestCertificate own = new TestAuthority("authority").issue("EC", "localhost", "127.0.0.1");
        own.writeStore(store, "PKCS12", PASSWORD);
        tls = TlsConfig.builder().keyStore(store, PASSWORD).build();
        KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(keys);
        KeyManagerFactory shown = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        shown.init(keys, PASSWORD);
        context = SSLContext.getInstance("TLS");
        context.init(shown.getKeyManagers(), trust.getTrustManagers(), null);
    }

    @AfterClass(alwaysRun = true)
    void removeFile() throws IOException {
        Files.delete(store);
    }

    @DataProvider
    static Object[][] filters() {
        return new Object[][] {
            {WorkerThreadIOStrategy.getInstance(), true},
            {WorkerThreadIOStrategy.getInstance(), false},
            {SameThreadIOStrategy.getInstance(), true},
            {SameThreadIOStrategy.getInstance(), false},
        };
    }

    /**
     * A call in flight ends, and the peer sees the end of the stream.
     *
     * @param ours whether TLS is an option of the listener
     */
    @Test(dataProvider = "filters")
    public void aDrainOverTls(IOStrategy io, boolean ours) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (EchoTransport host = EchoTransport.started(io)) {
            ThriftListenerBuilder builder = ThriftListenerTest.builder(host, processor);
            if (ours) {
                builder.tls(tls);
            } else {
                builder.filters(new SSLBaseFilter(new SSLEngineConfigurator(context, false, false, false)));
            }
            try (ThriftListener listener = builder.build().start();
                    SSLSocket client = (SSLSocket) context.getSocketFactory()
                            .createSocket(InetAddress.getLoopbackAddress(), listener.port())) {
                client.setSoTimeout(ClientKind.TIMEOUT_MILLIS);
                call(client, "fast", 1);
                assertReply(client, 1);
                call(client, "hold", 2);
                processor.awaitStart(2);
                CompletableFuture<Boolean> stopped =
                        CompletableFuture.supplyAsync(() -> listener.shutdown(Duration.ofSeconds(30)));
                assertFalse(stopped.isDone());
                processor.release(2);
                assertReply(client, 2);
                assertEquals(client.getInputStream().read(), -1);
                assertTrue(stopped.get(20, TimeUnit.SECONDS), "drained");
                host.assertEchoes();
            }
        }
    }

    private static void call(SSLSocket socket, String method, int sequenceId) throws Exception {
        socket.getOutputStream().write(RawClient.framed(HeldProcessor.call(PROTOCOL, method, sequenceId)));
    }

    private static void assertReply(SSLSocket socket, int sequenceId) throws Exception {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        byte[] frame = new byte[in.readInt()];
        in.readFully(frame);
        assertEquals(new Reply(PROTOCOL, frame).sequenceId(), sequenceId);
    }
}
