package io.grizzlythrift.bench.service;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.internal.header.FrameHeader;
import io.grizzlythrift.internal.header.OutgoingHeader;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.transport.TMemoryBuffer;

/**
 * One request and its expected reply, both encoded as on a connection.
 *
 * <p>The sequence id is fixed, so all requests of a run have the same bytes, and so do all replies.
 */
public final class Exchange {
    private static final int LENGTH_BYTES = Integer.BYTES;
    /**
     * Room for the parts of a message other than its text or bytes, such as a page of users: libthrift's buffer reads
     * no more than its initial size.
     */
    private static final int OVERHEAD_BYTES = 8 * 1024;

    private final byte[] request;
    private final byte[] reply;
    private final int prefixBytes;

    private Exchange(byte[] request, byte[] reply, int prefixBytes) {
        this.request = request;
        this.reply = reply;
        this.prefixBytes = prefixBytes;
    }

    /**
     * Encodes a request, and runs the handler on it in this process to get the expected reply.
     *
     * @param call the call
     * @param protocol the encoding
     * @return the pair
     */
    public static Exchange of(PreparedCall call, WireProtocol protocol) {
        return of(call, protocol, Dialect.FRAMED);
    }

    /**
     * Encodes a request and its expected reply in any dialect of clients.
     *
     * @param call the call
     * @param protocol the encoding
     * @param dialect framed, unframed, or framed with a header that contains only the encoding
     * @return the pair
     */
    public static Exchange of(PreparedCall call, WireProtocol protocol, Dialect dialect) {
        byte[] header = dialect == Dialect.HEADER ? header(protocol) : new byte[0];
        int prefixBytes = dialect == Dialect.UNFRAMED ? 0 : LENGTH_BYTES;
        try {
            TProtocolFactory factory = protocol.factory();
            TMemoryBuffer request = new TMemoryBuffer(call.size() + OVERHEAD_BYTES);
            call.send(new BenchService.Client(factory.getProtocol(request)));
            byte[] encoded = encoded(prefixBytes, header, request);
            TMemoryBuffer reply = new TMemoryBuffer(call.size() + OVERHEAD_BYTES);
            new BenchService.Processor<>(new BenchHandler())
                    .process(factory.getProtocol(request), factory.getProtocol(reply));
            return new Exchange(encoded, encoded(prefixBytes, header, reply), prefixBytes);
        } catch (TException impossible) {
            throw new IllegalStateException("cannot encode a call", impossible);
        }
    }

    /**
     * Returns the request as on the wire.
     *
     * @return a copy, with its frame length if it has one
     */
    public byte[] request() {
        return request.clone();
    }

    /**
     * Returns the expected reply to the request.
     *
     * @return a copy, with its frame length if it has one
     */
    public byte[] reply() {
        return reply.clone();
    }

    /** {@return the size of the length prefix of each message: 4, or 0 if there is none} */
    public int prefixBytes() {
        return prefixBytes;
    }

    private static byte[] header(WireProtocol protocol) {
        int id = protocol == WireProtocol.BINARY ? FrameHeader.BINARY : FrameHeader.COMPACT;
        return new OutgoingHeader(0, 0, id, List.of(), Map.of(), Map.of()).encode();
    }

    private static byte[] encoded(int prefixBytes, byte[] header, TMemoryBuffer message) {
        int length = header.length + message.length();
        ByteBuffer bytes = ByteBuffer.allocate(prefixBytes + length);
        if (prefixBytes > 0) {
            bytes.putInt(length);
        }
        return bytes.put(header).put(message.getArray(), 0, message.length()).array();
    }
}
