package io.grizzlythrift.tls;

import io.grizzlythrift.internal.util.DirectBuffers;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import org.glassfish.grizzly.CompletionHandler;
import org.glassfish.grizzly.WriteResult;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Encrypts the data that one connection sends, and writes the records in the order in which they were encrypted. TLS
 * numbers records, so the peer can decrypt them only in this order. Thread-safe.
 *
 * <p>Why this is correct:
 *
 * <ul>
 *   <li>Encrypting and queueing are one step under the lock of this object, so the write queue has the order of
 *       encryption.
 *   <li>Only one thread at a time is the writer. It takes records from the queue under the lock, but writes them
 *       without it: a write may close the connection and thus run close listeners, which may wait for another writing
 *       thread.
 *   <li>The writer stops in the same locked step in which it finds the queue empty. It writes all records queued before
 *       that step; a thread that queues records after it becomes the writer itself. So no record is left behind.
 * </ul>
 */
final class RecordEncryptor {
    private static final Logger LOG = LoggerFactory.getLogger(TlsFilter.class);

    /** The size of the buffer for encrypted data: room for seven full records. */
    private static final int TARGET_BYTES = 128 * 1024;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    /** On the heap, into which the engine encrypts faster. */
    private static final DirectBuffers TARGETS = new DirectBuffers(() -> ByteBuffer.allocate(TARGET_BYTES));

    private final SSLEngine engine;

    /** Guarded by this, like encryption. */
    private final Queue<EncryptedRecords> writeQueue = new ArrayDeque<>();

    /** Whether a thread is the writer. Guarded by this. */
    private boolean writing;

    RecordEncryptor(SSLEngine engine) {
        this.engine = engine;
    }

    /**
     * Consecutive records, written at once.
     *
     * @param handler notified after the write, or null
     */
    @SuppressWarnings({"ArrayRecordComponent", "rawtypes"}) // never compared; as in the methods of Grizzly
    record EncryptedRecords(byte[] bytes, @Nullable CompletionHandler<WriteResult> handler, boolean blocking) {}

    /** Writes to the connection. */
    @FunctionalInterface
    interface RecordWriter {
        /**
         * Writes records, or queues them behind others.
         *
         * @return false if another thread does so; that thread is now the writer, and must {@link #resume}
         */
        boolean write(EncryptedRecords records);
    }

    /**
     * Encrypts a message and queues its records. {@link #flush} must follow.
     *
     * @param plain the message, which is consumed completely
     * @param handler notified after the last record is written, or null
     */
    @SuppressWarnings("rawtypes") // as in the methods of Grizzly
    synchronized void encrypt(ByteBuffer plain, CompletionHandler<WriteResult> handler, boolean blocking)
            throws SSLException {
        ByteBuffer target = TARGETS.take();
        try {
            do {
                fill(target.clear(), plain);
                boolean last = !plain.hasRemaining();
                enqueue(new EncryptedRecords(copyOf(target.flip()), last ? handler : null, last && blocking));
            } while (plain.hasRemaining());
        } finally {
            TARGETS.release(target);
        }
    }

    private void fill(ByteBuffer target, ByteBuffer plain) throws SSLException {
        while (plain.hasRemaining() && target.remaining() >= engine.getSession().getPacketBufferSize()) {
            SSLEngineResult result = engine.wrap(plain, target);
            if (result.getStatus() != Status.OK) {
                throw new SSLException("nothing more can be sent: " + result.getStatus());
            }
        }
    }

    /** Queues the message that the engine itself has to send, such as new keys, if any. {@link #flush} must follow. */
    synchronized void encryptEngineMessage() throws SSLException {
        if (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
            ByteBuffer target = TARGETS.take();
            try {
                if (engine.wrap(NOTHING, target).bytesProduced() == 0) {
                    throw new SSLException("the engine has no message to send");
                }
                enqueue(new EncryptedRecords(copyOf(target.flip()), null, false));
            } finally {
                TARGETS.release(target);
            }
        }
    }

    /**
     * Queues the alert that the engine has to send, if any. {@link #flush} must follow. A failure is only logged,
     * because the connection is about to close.
     */
    synchronized void encryptAlert() {
        try {
            encryptEngineMessage();
        } catch (SSLException | RuntimeException e) {
            LOG.debug("cannot encrypt an alert", e);
        }
    }

    /**
     * Closes the outbound side, and queues the alert that announces it. {@link #flush} must follow. This is one locked
     * step: encryption on another thread would otherwise take the alert from the engine and discard it.
     */
    synchronized void closeOutbound() {
        engine.closeOutbound();
        encryptAlert();
    }

    /** Queues records. Must be called in the locked step that encrypted them. */
    synchronized void enqueue(EncryptedRecords records) {
        writeQueue.add(records);
    }

    /**
     * Writes the queued records, unless another thread is the writer and does so. Must be called without the lock.
     *
     * <p>If a write throws, the calling thread stops being the writer; the remaining records stay in the queue.
     */
    void flush(RecordWriter writer) {
        if (tryBecomeWriter()) {
            resume(writer);
        }
    }

    /** Writes the queued records. Only for the thread that is the writer; it is not afterwards. */
    void resume(RecordWriter writer) {
        boolean done = false;
        try {
            EncryptedRecords next = nextOrStop();
            while (next != null && writer.write(next)) {
                next = nextOrStop();
            }
            done = true;
        } finally {
            if (!done) {
                stopWriting();
            }
        }
    }

    private synchronized boolean tryBecomeWriter() {
        if (writing) {
            return false;
        }
        writing = true;
        return true;
    }

    /** Returns null if the queue is empty; the calling thread is then no longer the writer. */
    private synchronized EncryptedRecords nextOrStop() {
        EncryptedRecords next = writeQueue.poll();
        writing = next != null;
        return next;
    }

    private synchronized void stopWriting() {
        writing = false;
    }

    private static byte[] copyOf(ByteBuffer target) {
        byte[] bytes = new byte[target.remaining()];
        target.get(bytes);
        return bytes;
    }
}
