package io.grizzlythrift.testkit.internal;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.internal.header.FrameHeader;
import io.grizzlythrift.internal.header.OutgoingHeader;
import io.grizzlythrift.message.ThriftProtocol;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TMemoryInputTransport;
import org.apache.thrift.transport.TTransportException;

/**
 * A message that arrived, and how a reply to it is sent.
 *
 * @param protocol the protocol of the message, as its bytes tell
 * @param bytes the message, without what its dialect puts around it, and decompressed
 * @param headers the headers of the frame or of the HTTP request; names ignore case
 * @param frameHeader empty in other dialects than HEADER
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record WireMessage(
        Dialect dialect,
        ThriftProtocol protocol,
        byte[] bytes,
        Map<String, String> headers,
        Optional<FrameHeader> frameHeader) {
    /** {@return a protocol that reads the message from its beginning} */
    public TProtocol reader() throws TTransportException {
        return protocol.getProtocol(new TMemoryInputTransport(bytes));
    }

    /** {@return the same without its bytes, for replies to it after it was decoded} */
    public WireMessage withoutBytes() {
        return new WireMessage(dialect, protocol, new byte[0], headers, frameHeader.map(FrameHeader::detached));
    }

    /** {@return the sequence id that shows whether a client knows notices: that of the header, if there is one} */
    public int firstSequenceId(TMessage header) {
        return frameHeader.map(FrameHeader::sequenceId).orElse(header.seqid);
    }

    /**
     * Wraps a reply in the dialect of this message.
     *
     * @param replyHeaders ignored without a frame header: other dialects have no headers that a client reads
     * @return the bytes to send
     */
    public byte[] wrap(int sequenceId, byte[] reply, Map<String, String> replyHeaders) {
        return switch (dialect) {
            case FRAMED -> framed(new byte[0], reply);
            case UNFRAMED -> reply;
            case HEADER -> {
                OutgoingHeader header = new OutgoingHeader(
                        frameHeader.orElseThrow().flags() & FrameHeader.OUT_OF_ORDER,
                        sequenceId,
                        frameHeader.orElseThrow().protocolId(),
                        List.of(),
                        replyHeaders,
                        Map.of());
                yield framed(header.encode(), reply);
            }
            case HTTP -> response("200 OK", reply);
        };
    }

    private static byte[] framed(byte[] header, byte[] reply) {
        int length = header.length + reply.length;
        return ByteBuffer.allocate(Integer.BYTES + length)
                .putInt(length)
                .put(header)
                .put(reply)
                .array();
    }

    static byte[] response(String status, byte[] body) {
        byte[] head = ("HTTP/1.1 " + status + "\r\nContent-Type: application/x-thrift\r\nContent-Length: " + body.length
                        + "\r\n\r\n")
                .getBytes(StandardCharsets.ISO_8859_1);
        return ByteBuffer.allocate(head.length + body.length)
                .put(head)
                .put(body)
                .array();
    }
}
