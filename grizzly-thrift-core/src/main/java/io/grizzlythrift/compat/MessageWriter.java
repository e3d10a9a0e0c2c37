package io.grizzlythrift.compat;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.internal.header.OutgoingHeader;
import java.nio.ByteBuffer;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;

/**
 * Writes messages to a transport, with the length and header that the dialect puts in front of them. Does not flush.
 */
final class MessageWriter {
    private MessageWriter() {}

    static void write(TTransport to, Dialect dialect, byte[] message, int length) throws TTransportException {
        if (dialect == Dialect.FRAMED) {
            to.write(ByteBuffer.allocate(Integer.BYTES).putInt(length).array());
        }
        to.write(message, 0, length);
    }

    static void write(TTransport to, OutgoingHeader header, byte[] message, int length) throws TTransportException {
        if (header.isTransformed()) {
            byte[] transformed = header.transform(message, 0, length);
            OutgoingHeader fitting = header.forPayload(length, transformed.length);
            if (fitting.isTransformed()) {
                writeFrame(to, fitting, transformed, transformed.length);
            } else {
                writeFrame(to, fitting, message, length);
            }
        } else {
            writeFrame(to, header, message, length);
        }
    }

    private static void writeFrame(TTransport to, OutgoingHeader header, byte[] payload, int size)
            throws TTransportException {
        byte[] encoded = header.encode();
        to.write(ByteBuffer.allocate(Integer.BYTES + encoded.length)
                .putInt(encoded.length + size)
                .put(encoded)
                .array());
        to.write(payload, 0, size);
    }
}
