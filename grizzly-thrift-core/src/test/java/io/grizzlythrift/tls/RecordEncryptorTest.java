package io.grizzlythrift.tls;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.tls.RecordEncryptor.EncryptedRecords;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.testng.annotations.Test;

/** Tests the order in which encrypted records are written, and the thread that writes them. */
@Test(timeOut = 60_000)
public final class RecordEncryptorTest {
    private static RecordEncryptor encryptor() throws Exception {
        return new RecordEncryptor(SSLContext.getDefault().createSSLEngine());
    }

    private static EncryptedRecords record(int number) {
        return new EncryptedRecords(new byte[] {(byte) number}, null, false);
    }

    /** While one thread writes, another one adds a record, which neither waits nor overtakes. */
    public void writesInOrderWithoutALock() throws Exception {
        List<Integer> written = new ArrayList<>();
        RecordEncryptor encryptor = encryptor();
        encryptor.enqueue(record(1));
        encryptor.enqueue(record(2));
        encryptor.flush(records -> {
            assertFalse(Thread.holdsLock(encryptor), "a write with the lock held");
            if (written.isEmpty()) {
                CompletableFuture.runAsync(() -> {
                            encryptor.enqueue(record(3));
                            encryptor.flush(never -> written.add(-1));
                        })
                        .orTimeout(30, TimeUnit.SECONDS)
                        .join();
            }
            return written.add((int) records.bytes()[0]);
        });
        assertEquals(written, List.of(1, 2, 3));
    }

    /** The thread to which a write is handed over is the writer until it has written everything. */
    public void anotherThreadMayContinue() throws Exception {
        List<Integer> written = new ArrayList<>();
        RecordEncryptor encryptor = encryptor();
        encryptor.enqueue(record(1));
        encryptor.enqueue(record(2));
        encryptor.flush(records -> {
            written.add((int) records.bytes()[0]);
            return false;
        });
        encryptor.enqueue(record(3));
        encryptor.flush(never -> written.add(-1));
        assertEquals(written, List.of(1));
        encryptor.resume(records -> written.add((int) records.bytes()[0]));
        assertEquals(written, List.of(1, 2, 3));
        encryptor.enqueue(record(4));
        encryptor.flush(records -> written.add((int) records.bytes()[0]));
        assertEquals(written, List.of(1, 2, 3, 4));
    }

    public void theNextFlushWritesWhatWasQueuedSince() throws Exception {
        List<Integer> written = new ArrayList<>();
        RecordEncryptor encryptor = encryptor();
        for (int number = 1; number <= 3; number++) {
            encryptor.enqueue(record(number));
            encryptor.flush(records -> written.add((int) records.bytes()[0]));
        }
        assertEquals(written, List.of(1, 2, 3));
    }

    public void anotherThreadMayWriteAfterAFailedWrite() throws Exception {
        List<Integer> written = new ArrayList<>();
        RecordEncryptor encryptor = encryptor();
        encryptor.enqueue(record(1));
        encryptor.enqueue(record(2));
        expectThrows(
                IllegalStateException.class,
                () -> encryptor.flush(records -> {
                    throw new IllegalStateException("closed");
                }));
        encryptor.flush(records -> written.add((int) records.bytes()[0]));
        assertEquals(written, List.of(2));
    }
}
