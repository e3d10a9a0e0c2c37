package io.grizzlythrift.tls;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests what a peer can send after the handshake of TLS 1.3, and what encrypting a reply takes. */
@Test(timeOut = 60_000)
public final class RecordDecryptorTest {
    private static final char[] PASSWORD = "for the tests".toCharArray();
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private Path store;
    private SSLEngine client;
    private SSLEngine server;
    private RecordDecryptor decryptor;

    @BeforeMethod
    void connect() throws Exception {
        store = Files.createTempFile("decryptor", ".p12");
        new TestAuthority("authority").issue("EC", "localhost").writeStore(store, "PKCS12", PASSWORD);
        KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD);
        KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, PASSWORD);
        TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init(keys);
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(own.getKeyManagers(), trusted.getTrustManagers(), null);
        client = context.createSSLEngine();
        client.setUseClientMode(true);
        server = context.createSSLEngine();
        server.setUseClientMode(false);
        InMemoryHandshake.run(client, server);
        decryptor = new RecordDecryptor(server);
    }

    @AfterMethod(alwaysRun = true)
    void delete() throws Exception {
        Files.delete(store);
    }

    /** Each makes the server derive new keys twice, and answer. */
    private ByteBuffer keyUpdate() throws SSLException {
        client.beginHandshake();
        ByteBuffer record = ByteBuffer.allocate(1 << 15);
        client.wrap(NOTHING, record);
        return record.flip();
    }

    private ByteBuffer data(int bytes) throws SSLException {
        ByteBuffer record = ByteBuffer.allocate(1 << 15);
        client.wrap(ByteBuffer.allocate(bytes), record);
        return record.flip();
    }

    /** Returns the number of decrypted bytes; the client gets the answers. */
    private int decrypt(ByteBuffer records) throws SSLException {
        return decryptor
                .decrypt(records, () -> {
                    ByteBuffer answer = ByteBuffer.allocate(1 << 15);
                    server.wrap(NOTHING, answer);
                    client.unwrap(answer.flip(), ByteBuffer.allocate(1 << 15));
                })
                .remaining();
    }

    public void keysMayChangeFromTimeToTime() throws Exception {
        for (int change = 0; change < 1_000; change++) {
            assertEquals(decrypt(keyUpdate()), 0);
            assertEquals(decrypt(data(1024)), 1024);
        }
    }

    public void keysThatChangeWithoutDataEndTheConnection() throws Exception {
        for (int change = 0; change < 32; change++) {
            assertEquals(decrypt(keyUpdate()), 0);
        }
        String message =
                expectThrows(SSLException.class, () -> decrypt(keyUpdate())).getMessage();
        assertTrue(message.contains("more than 32 records without data"), message);
    }

    public void aLittleDataDoesNotAllowMoreChanges() throws Exception {
        int changes = 0;
        try {
            for (; changes < 1_000; changes++) {
                decrypt(keyUpdate());
                decrypt(data(1));
            }
        } catch (SSLException refused) {
            assertTrue(refused.getMessage().contains("records without data"), refused.getMessage());
        }
        assertEquals(changes, 32);
    }

    /** There may be thousands of threads that reply once, such as virtual ones. */
    public void aThreadOfTheUserNeedsNoBufferOfItsOwn() throws Exception {
        RecordEncryptor encryptor = new RecordEncryptor(server);
        allocatedByANewThread(encryptor);
        long bytes = allocatedByANewThread(encryptor);
        assertTrue(bytes < 64 * 1024, bytes + " bytes");
    }

    private static long allocatedByANewThread(RecordEncryptor encryptor) throws Exception {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        CompletableFuture<Long> allocated = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            try {
                encryptor.encrypt(ByteBuffer.allocate(100), null, false);
                allocated.complete(
                        threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before);
            } catch (SSLException | RuntimeException e) {
                allocated.completeExceptionally(e);
            }
        });
        thread.start();
        return allocated.get(30, TimeUnit.SECONDS);
    }
}
