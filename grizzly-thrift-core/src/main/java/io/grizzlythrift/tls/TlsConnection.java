package io.grizzlythrift.tls;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import org.glassfish.grizzly.CompletionHandler;
import org.glassfish.grizzly.WriteResult;

/**
 * The records of one connection whose handshake is complete. Reading is for one thread at a time; so is writing, which
 * the filter guards with a lock. The two may go on at the same time.
 */
final class TlsConnection {
    private static final int HEADER_BYTES = 5;

    /** The most that a record may hold beside its header: RFC 5246, section 6.2.3. */
    private static final int MAX_RECORD_BYTES = (1 << 14) + 2048;

    /** What one piece of a write is encrypted into: room for seven full records. */
    static final int TARGET_BYTES = 128 * 1024;

    private static final byte[] NOTHING = {};

    private final SSLEngine engine;
    private final boolean renegotiable;

    /** The begin of a record whose end has not arrived. */
    private byte[] started = NOTHING;

    private int startedBytes;
    private boolean ended;

    /** Encrypted and not handed on yet. Guarded by this, as the encryption itself. */
    private final Queue<Encrypted> leaving = new ArrayDeque<>();

    /** Whether a thread hands on what is leaving. Guarded by this. */
    private boolean writing;

    TlsConnection(SSLEngine engine) {
        this.engine = engine;
        renegotiable = !engine.getSession().getProtocol().equals(TlsVersion.TLS_1_3.jdkName());
    }

    /**
     * Records of one write on their way out.
     *
     * @param handler told when they are written, or null
     */
    @SuppressWarnings({"ArrayRecordComponent", "rawtypes"}) // never compared; as in the methods of Grizzly's
    record Encrypted(byte[] bytes, CompletionHandler<WriteResult> handler, boolean blocking) {}

    /** Hands records on. */
    @FunctionalInterface
    interface Way {
        void write(Encrypted records);
    }

    /** Queues what was just encrypted. To be called with the lock of this held since then. */
    synchronized void leave(Encrypted records) {
        leaving.add(records);
    }

    /**
     * Hands on what is leaving, in the order in which it was encrypted, unless another thread does so already. To be
     * called without the lock: a write may end the connection and so run code of anybody.
     */
    void flush(Way way) {
        if (!becomeWriter()) {
            return;
        }
        boolean done = false;
        try {
            for (Encrypted next = next(); next != null; next = next()) {
                way.write(next);
            }
            done = true;
        } finally {
            if (!done) {
                stopWriting();
            }
        }
    }

    private synchronized boolean becomeWriter() {
        if (writing) {
            return false;
        }
        writing = true;
        return true;
    }

    /** Null if there is none; the calling thread is the writer no more. */
    private synchronized Encrypted next() {
        Encrypted next = leaving.poll();
        writing = next != null;
        return next;
    }

    private synchronized void stopWriting() {
        writing = false;
    }

    SSLEngine engine() {
        return engine;
    }

    /** Whether the peer has said that it sends nothing more. */
    boolean isEnded() {
        return ended;
    }

    /**
     * Decrypts all records that are complete now, into one array, and keeps the begin of the next one.
     *
     * @param read is used up
     * @param answer writes what the engine wants to say
     */
    ByteBuffer decrypt(ByteBuffer read, Answer answer) throws SSLException {
        ByteBuffer plain = ByteBuffer.allocate(startedBytes + read.remaining());
        if (startedBytes > 0 && !completeStarted(read)) {
            return plain.flip();
        }
        if (startedBytes > 0) {
            ByteBuffer record = ByteBuffer.wrap(started, 0, startedBytes);
            startedBytes = 0;
            unwrap(record, plain, answer);
        }
        while (!ended && isWhole(read)) {
            unwrap(read, plain, answer);
        }
        keep(read);
        return plain.flip();
    }

    /** What an engine says by itself: an acknowledgement of new keys, an alert. */
    @FunctionalInterface
    interface Answer {
        void write() throws SSLException;
    }

    private void unwrap(ByteBuffer records, ByteBuffer plain, Answer answer) throws SSLException {
        SSLEngineResult result = engine.unwrap(records, plain);
        switch (result.getStatus()) {
            case OK -> afterRecord(result.getHandshakeStatus(), answer);
            case CLOSED -> ended = true;
            default -> throw new SSLException("a record could not be decrypted: " + result.getStatus());
        }
    }

    /** After the handshake, TLS 1.3 has messages of its own; in TLS 1.2 there is nothing but another handshake. */
    private void afterRecord(HandshakeStatus status, Answer answer) throws SSLException {
        HandshakeStatus next = status;
        while (next == HandshakeStatus.NEED_TASK || next == HandshakeStatus.NEED_WRAP) {
            if (renegotiable) {
                throw new SSLException("the peer began a renegotiation, which is refused");
            }
            if (next == HandshakeStatus.NEED_TASK) {
                runTasks();
            } else {
                answer.write();
            }
            next = engine.getHandshakeStatus();
        }
        if (renegotiable && next == HandshakeStatus.NEED_UNWRAP) {
            throw new SSLException("the peer began a renegotiation, which is refused");
        }
    }

    private void runTasks() {
        for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
            task.run();
        }
    }

    private static boolean isWhole(ByteBuffer records) throws SSLException {
        return records.remaining() >= HEADER_BYTES
                && records.remaining()
                        >= length(records.get(records.position() + 3), records.get(records.position() + 4));
    }

    /** Adds to the started record what it lacks. Returns false if there is not enough. */
    private boolean completeStarted(ByteBuffer read) throws SSLException {
        if (!fillStarted(read, HEADER_BYTES)) {
            return false;
        }
        return fillStarted(read, length(started[3], started[4]));
    }

    private boolean fillStarted(ByteBuffer read, int length) {
        if (started.length < length) {
            started = Arrays.copyOf(started, length);
        }
        int count = Math.min(length - startedBytes, read.remaining());
        if (count > 0) {
            read.get(started, startedBytes, count);
            startedBytes += count;
        }
        return startedBytes >= length;
    }

    private void keep(ByteBuffer rest) {
        int count = ended ? 0 : rest.remaining();
        started = count == 0 ? NOTHING : new byte[Math.max(count, HEADER_BYTES)];
        startedBytes = count;
        rest.get(started, 0, count);
    }

    private static int length(byte high, byte low) throws SSLException {
        int length = (high & 0xff) << 8 | (low & 0xff);
        if (length > MAX_RECORD_BYTES) {
            throw new SSLException("a record of " + length + " bytes, at most " + MAX_RECORD_BYTES + " are allowed");
        }
        return HEADER_BYTES + length;
    }

    /**
     * Encrypts as much as the target has room for.
     *
     * @param target at least {@value #TARGET_BYTES} bytes
     */
    void encrypt(ByteBuffer plain, ByteBuffer target) throws SSLException {
        while (plain.hasRemaining() && target.remaining() >= engine.getSession().getPacketBufferSize()) {
            SSLEngineResult result = engine.wrap(plain, target);
            if (result.getStatus() != Status.OK) {
                throw new SSLException("nothing can be sent any more: " + result.getStatus());
            }
        }
    }
}
