package io.grizzlythrift.tls;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.IntConsumer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/**
 * Decrypts the records that arrive on one connection after its handshake. Takes time linear in the number of bytes,
 * however the reads divide the records.
 *
 * <p>Not thread-safe: only the thread that reads the connection uses it. {@link RecordEncryptor} may use the same
 * engine meanwhile: {@link SSLEngine} permits {@code wrap} and {@code unwrap} at the same time.
 */
final class RecordDecryptor {
    private static final int HEADER_BYTES = 5;

    /** The largest content of a record: RFC 5246, section 6.2.3. TLS 1.3 allows less. */
    private static final int MAX_RECORD_BYTES = (1 << 14) + 2048;

    /** The type of a record that contains an alert. */
    private static final byte ALERT = 21;

    /** The most records without data that may come with too little data in between. Each may change keys, which costs far more than its bytes. */
    private static final int MAX_EMPTY_RECORDS = 32;

    /** How much data allows one more record without data. */
    private static final int BYTES_PER_EMPTY_RECORD = 1024;

    private static final byte[] NOTHING = {};

    private final SSLEngine engine;
    /** Whether the protocol is older than TLS 1.3: it allows renegotiation, and the type of a record is not encrypted. */
    private final boolean older;

    /** The beginning of a record that has not arrived completely. */
    private byte[] partial = NOTHING;

    private int partialBytes;
    private boolean closedByPeer;

    /** Notified of the memory that the partial record takes. */
    private IntConsumer partialListener = bytes -> {};

    /** How many records without data may follow, at most {@link #MAX_EMPTY_RECORDS}. */
    private int emptyRecordsLeft = MAX_EMPTY_RECORDS;

    /** The data since this number grew. */
    private int bytesSinceEmptyRecord;

    /** @param engine an engine whose handshake is complete */
    RecordDecryptor(SSLEngine engine) {
        this.engine = engine;
        older = !engine.getSession().getProtocol().equals(TlsVersion.TLS_1_3.jdkName());
    }

    /** {@return whether the peer has announced that it sends no more data} */
    boolean isClosedByPeer() {
        return closedByPeer;
    }

    /** @param listener called with the number of bytes kept for a partial record, whenever it may have changed; 0 for none */
    void onPartialRecord(IntConsumer listener) {
        partialListener = listener;
        listener.accept(partial.length);
    }

    /**
     * Decrypts all complete records into one new array, and keeps the beginning of the next one.
     *
     * @param read the received bytes, which are consumed completely
     * @param sender called when the engine itself has a message to send
     * @return the decrypted bytes, possibly none
     * @throws SSLException if a record is invalid, or if the peer attempts a renegotiation or sends too many records
     *     without data
     */
    ByteBuffer decrypt(ByteBuffer read, EngineMessageSender sender) throws SSLException {
        if (partialBytes > 0 && !completePartial(read)) {
            partialListener.accept(partial.length);
            return ByteBuffer.wrap(NOTHING);
        }
        ByteBuffer plain = ByteBuffer.allocate(partialBytes + read.remaining());
        if (partialBytes > 0) {
            ByteBuffer record = ByteBuffer.wrap(partial, 0, partialBytes);
            partialBytes = 0;
            partialListener.accept(0);
            unwrap(record, plain, sender);
        }
        while (!closedByPeer && startsWithCompleteRecord(read)) {
            unwrap(read, plain, sender);
        }
        keepPartial(read);
        return plain.flip();
    }

    /** Sends messages of the engine itself, such as its new keys after the peer has changed its own. */
    @FunctionalInterface
    interface EngineMessageSender {
        void send() throws SSLException;
    }

    /**
     * Decrypts one record. A server does not pass an alert before TLS 1.3 to its engine, which would close its output, too:
     * replies may be owed. After the handshake, an alert announces an end, orderly or not.
     */
    private void unwrap(ByteBuffer records, ByteBuffer plain, EngineMessageSender sender) throws SSLException {
        if (older && !engine.getUseClientMode() && records.get(records.position()) == ALERT) {
            closedByPeer = true;
            records.position(records.limit());
            return;
        }
        SSLEngineResult result = engine.unwrap(records, plain);
        switch (result.getStatus()) {
            case OK -> {
                count(result.bytesProduced());
                afterRecord(result.getHandshakeStatus(), sender);
            }
            case CLOSED -> closedByPeer = true;
            default -> throw new SSLException("a record could not be decrypted: " + result.getStatus());
        }
    }

    /** Refuses a peer that sends little but empty records, new session tickets and changes of its keys. */
    private void count(int dataBytes) throws SSLException {
        if (dataBytes == 0) {
            if (emptyRecordsLeft-- == 0) {
                throw new SSLException("the peer sent more than " + MAX_EMPTY_RECORDS
                        + " records without data, such as changes of its keys, for less than "
                        + BYTES_PER_EMPTY_RECORD + " bytes of data each");
            }
        } else if (emptyRecordsLeft < MAX_EMPTY_RECORDS) {
            bytesSinceEmptyRecord += dataBytes;
            emptyRecordsLeft =
                    Math.min(MAX_EMPTY_RECORDS, emptyRecordsLeft + bytesSinceEmptyRecord / BYTES_PER_EMPTY_RECORD);
            bytesSinceEmptyRecord %= BYTES_PER_EMPTY_RECORD;
        }
    }

    /** TLS 1.3 has messages that follow the handshake. In TLS 1.2, the only such message starts a renegotiation. */
    private void afterRecord(HandshakeStatus status, EngineMessageSender sender) throws SSLException {
        HandshakeStatus next = status;
        while (next == HandshakeStatus.NEED_TASK || next == HandshakeStatus.NEED_WRAP) {
            if (older) {
                throw new SSLException("the peer attempted a renegotiation, which is refused");
            }
            if (next == HandshakeStatus.NEED_TASK) {
                runTasks();
            } else {
                sender.send();
            }
            next = engine.getHandshakeStatus();
        }
        if (older && next == HandshakeStatus.NEED_UNWRAP) {
            throw new SSLException("the peer attempted a renegotiation, which is refused");
        }
    }

    private void runTasks() {
        for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
            task.run();
        }
    }

    private static boolean startsWithCompleteRecord(ByteBuffer records) throws SSLException {
        return records.remaining() >= HEADER_BYTES
                && records.remaining()
                        >= recordBytes(records.get(records.position() + 3), records.get(records.position() + 4));
    }

    /** Appends the missing bytes of the partial record. Returns false if it is still incomplete. */
    private boolean completePartial(ByteBuffer read) throws SSLException {
        if (!fillPartial(read, HEADER_BYTES)) {
            return false;
        }
        return fillPartial(read, recordBytes(partial[3], partial[4]));
    }

    private boolean fillPartial(ByteBuffer read, int length) {
        if (partial.length < length) {
            partial = Arrays.copyOf(partial, length);
        }
        int count = Math.min(length - partialBytes, read.remaining());
        if (count > 0) {
            read.get(partial, partialBytes, count);
            partialBytes += count;
        }
        return partialBytes >= length;
    }

    private void keepPartial(ByteBuffer rest) {
        int count = closedByPeer ? 0 : rest.remaining();
        partial = count == 0 ? NOTHING : new byte[Math.max(count, HEADER_BYTES)];
        partialBytes = count;
        rest.get(partial, 0, count);
        if (count > 0) {
            partialListener.accept(partial.length);
        }
    }

    /** Returns the length of a record with its header, given the two bytes that hold the length of its content. */
    private static int recordBytes(byte high, byte low) throws SSLException {
        int length = (high & 0xff) << 8 | (low & 0xff);
        if (length > MAX_RECORD_BYTES) {
            throw new SSLException("a record of " + length + " bytes, at most " + MAX_RECORD_BYTES + " are allowed");
        }
        return HEADER_BYTES + length;
    }
}
