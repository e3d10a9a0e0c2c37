package io.grizzlythrift.tls;

import static org.testng.Assert.assertEquals;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.glassfish.grizzly.CloseListener;
import org.glassfish.grizzly.CloseType;
import org.glassfish.grizzly.Closeable;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.filterchain.TransportFilter;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests writes while the transport runs other code, as it does when a write closes the connection. */
@Test(timeOut = 120_000)
public final class TlsFilterTest {
    private static final char[] PASSWORD = "for the tests".toCharArray();
    private static final int SECONDS = 30;

    /** Runs below the TLS filter in the next write, once. */
    private final AtomicReference<Runnable> inNextWrite = new AtomicReference<>();

    private CompletableFuture<Connection<?>> accepted;
    private Path store;
    private TCPNIOTransport transport;
    private SSLSocket peer;

    @BeforeMethod
    void connect() throws Exception {
        inNextWrite.set(null);
        CompletableFuture<Connection<?>> next = new CompletableFuture<>();
        accepted = next;
        store = Files.createTempFile("tls-filter", ".p12");
        new TestAuthority("authority").issue("EC", "localhost", "127.0.0.1").writeStore(store, "PKCS12", PASSWORD);
        TlsConfig tls = TlsConfig.builder().keyStore(store, PASSWORD).build();
        transport = TCPNIOTransportBuilder.newInstance()
                .setProcessor(FilterChainBuilder.stateless()
                        .add(new TransportFilter())
                        .add(new BaseFilter() {
                            @Override
                            public NextAction handleWrite(FilterChainContext context) {
                                Runnable task = inNextWrite.getAndSet(null);
                                if (task != null) {
                                    task.run();
                                }
                                return context.getInvokeAction();
                            }
                        })
                        .add(TlsFilter.of(tls))
                        .add(new BaseFilter() {
                            @Override
                            public NextAction handleRead(FilterChainContext context) {
                                next.complete(context.getConnection());
                                return context.getStopAction();
                            }
                        })
                        .build())
                .build();
        InetSocketAddress address =
                (InetSocketAddress) transport.bind("127.0.0.1", 0).getLocalAddress();
        transport.start();
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(KeyStore.getInstance(store.toFile(), PASSWORD));
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        peer = (SSLSocket) context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), address.getPort());
        peer.setSoTimeout((int) TimeUnit.SECONDS.toMillis(SECONDS));
        peer.getOutputStream().write(1); // runs the handshake
    }

    @AfterMethod(alwaysRun = true)
    void close() throws Exception {
        peer.close();
        transport.shutdownNow();
        Files.delete(store);
    }

    private static void write(Connection<?> connection, int... bytes) {
        byte[] message = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            message[i] = (byte) bytes[i];
        }
        write(connection, message);
    }

    @SuppressWarnings({"rawtypes", "unchecked", "FutureReturnValueIgnored"}) // as in the methods of Grizzly's
    private static void write(Connection connection, byte[] message) {
        connection.write(Buffers.wrap(connection.getMemoryManager(), message));
    }

    /** Writes on another thread and waits until that write returns. */
    private static void writeOnAnotherThread(Connection<?> connection, CompletableFuture<Void> otherWrite) {
        try {
            CompletableFuture.runAsync(() -> write(connection, 4, 5)).get(SECONDS, TimeUnit.SECONDS);
            otherWrite.complete(null);
        } catch (Exception e) {
            otherWrite.completeExceptionally(e);
        }
    }

    /**
     * Code that runs within a write may wait for another writing thread: that write returns, and its records follow.
     */
    public void aWriteMayWaitForAnotherOne() throws Exception {
        Connection<?> connection = accepted.get(SECONDS, TimeUnit.SECONDS);
        CompletableFuture<Void> otherWrite = new CompletableFuture<>();
        inNextWrite.set(() -> writeOnAnotherThread(connection, otherWrite));
        write(connection, 1, 2, 3);
        otherWrite.get(2 * SECONDS, TimeUnit.SECONDS);
        assertEquals(peer.getInputStream().readNBytes(5), new byte[] {1, 2, 3, 4, 5});
    }

    /** The same for a close listener, which runs within the write that closes the connection. */
    public void aCloseListenerMayWaitForAWrite() throws Exception {
        Connection<?> connection = accepted.get(SECONDS, TimeUnit.SECONDS);
        CompletableFuture<Void> otherWrite = new CompletableFuture<>();
        CloseListener<Closeable, CloseType> listener = (closed, type) -> writeOnAnotherThread(connection, otherWrite);
        connection.addCloseListener(listener);
        inNextWrite.set(connection::terminateSilently);
        write(connection, 1, 2, 3);
        otherWrite.get(2 * SECONDS, TimeUnit.SECONDS);
    }
}
