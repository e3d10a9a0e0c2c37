package io.grizzlythrift.tls;

import io.grizzlythrift.tls.RecordEncryptor.EncryptedRecords;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;
import org.glassfish.grizzly.nio.NIOConnection;

/**
 * Writes records straight to the socket while nothing waits in Grizzly's queue, otherwise to that queue. Nothing else
 * writes to the connection: what its filters have to send goes through the same {@link RecordEncryptor}, whose writer is
 * one thread at a time.
 *
 * @param throughGrizzly runs a task that writes through Grizzly, here or on the selector thread of the connection
 */
record SocketRecordWriter(NIOConnection connection, RecordEncryptor encryptor, Consumer<Runnable> throughGrizzly)
        implements RecordEncryptor.RecordWriter {
    @Override
    public boolean write(EncryptedRecords records) {
        ByteBuffer bytes = ByteBuffer.wrap(records.bytes());
        if (connection.getAsyncWriteQueue().isEmpty()) {
            writeToSocket(bytes);
        }
        if (bytes.hasRemaining()) {
            throughGrizzly.accept(() -> writeRest(bytes, records));
            return false;
        }
        if (records.handler() != null) {
            records.handler().completed(null);
        }
        return true;
    }

    private void writeToSocket(ByteBuffer bytes) {
        try {
            ((SocketChannel) connection.getChannel()).write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void writeRest(ByteBuffer rest, EncryptedRecords records) {
        try {
            TlsFilter.writeRest(connection, rest, records);
            encryptor.resume(this);
        } catch (RuntimeException | Error e) { // without this record, the peer cannot decrypt any later one
            connection.terminateWithReason(new IOException("TLS: a record could not be written", e));
        }
    }
}
