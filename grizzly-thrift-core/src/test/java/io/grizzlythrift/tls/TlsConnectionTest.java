package io.grizzlythrift.tls;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.tls.TlsConnection.Encrypted;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.testng.annotations.Test;

/** The way of encrypted records out of a connection. */
@Test(timeOut = 60_000)
public final class TlsConnectionTest {
    private static TlsConnection connection() throws Exception {
        return new TlsConnection(SSLContext.getDefault().createSSLEngine());
    }

    private static Encrypted record(int number) {
        return new Encrypted(new byte[] {(byte) number}, null, false);
    }

    /** While one thread writes, another may add records: it neither waits nor overtakes. */
    public void recordsLeaveInOrderWithoutALock() throws Exception {
        List<Integer> written = new ArrayList<>();
        TlsConnection connection = connection();
        connection.leave(record(1));
        connection.leave(record(2));
        connection.flush(records -> {
            assertFalse(Thread.holdsLock(connection), "a write with the lock held");
            if (written.isEmpty()) {
                CompletableFuture.runAsync(() -> {
                            connection.leave(record(3));
                            connection.flush(never -> written.add(-1));
                        })
                        .orTimeout(20, TimeUnit.SECONDS)
                        .join();
            }
            written.add((int) records.bytes()[0]);
        });
        assertEquals(written, List.of(1, 2, 3));
    }

    public void aWriteThatThrowsLeavesTheWayFree() throws Exception {
        List<Integer> written = new ArrayList<>();
        TlsConnection connection = connection();
        connection.leave(record(1));
        connection.leave(record(2));
        expectThrows(
                IllegalStateException.class,
                () -> connection.flush(records -> {
                    throw new IllegalStateException("closed");
                }));
        connection.flush(records -> written.add((int) records.bytes()[0]));
        assertEquals(written, List.of(2));
    }
}
