package io.grizzlythrift.internal.call;

import io.grizzlythrift.internal.frame.FrameBatch;
import io.grizzlythrift.internal.frame.FrameOutput;
import io.grizzlythrift.internal.frame.WireFormat;
import io.grizzlythrift.internal.header.OutgoingHeader;
import io.grizzlythrift.internal.message.FormatProtocols;
import io.grizzlythrift.internal.message.MessageName;
import io.grizzlythrift.internal.message.MessageProtocol;
import io.grizzlythrift.internal.message.MessageTransport;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocolFactory;

/**
 * Asks a client to close a connection without losing calls: like the GOAWAY frame of HTTP/2 (RFC 9113, section 6.8).
 * The client starts no more calls on the connection, waits for the outstanding replies, and closes it. Until then the
 * server runs all calls that arrive.
 *
 * <p>The notice is an unsolicited message, which other clients would take for a reply. So it is sent only to clients
 * that show that they know it: the first call on each of their connections has the sequence id {@link #CLIENT_ID}. Any
 * server returns that id like any other. A peer that happens to use it gets a notice shortly before its connection is
 * closed anyway.
 */
public final class CloseNotice {
    /** The sequence id of the first call of a client that understands the notice: {@value}. */
    public static final int CLIENT_ID = 0x477A_5443;

    /** The sequence id of the notice itself, which no call uses: {@value}. */
    public static final int NOTICE_ID = -CLIENT_ID;

    private CloseNotice() {}

    /**
     * Returns whether the first message of a read has the sequence id {@link #CLIENT_ID}. Its bytes are compared, or its
     * header is asked; nothing is decoded or decompressed.
     *
     * @param read holds at least one message
     * @return false also for JSON and custom protocols
     */
    public static boolean isUnderstoodByFirst(FrameBatch read) {
        if (read.hasHeader(0)) {
            return read.header(0).sequenceId() == CLIENT_ID;
        }
        return MessageName.hasSequenceId(read.array(0), read.offset(0), read.length(0), CLIENT_ID);
    }

    /** {@return whether {@link #isUnderstoodByFirst} can tell: only for strict binary, compact and frames with a header} */
    public static boolean isKnownByFirst(FrameBatch read) {
        return read.hasHeader(0) || MessageName.find(read.array(0), read.offset(0), read.length(0)) != MessageName.NONE;
    }

    /** {@return whether this is the header of a notice} */
    public static boolean is(TMessage header) {
        return header.seqid == NOTICE_ID && header.type == TMessageType.EXCEPTION && header.name.isEmpty();
    }

    /** {@return the notice as a frame, including the 4 bytes of its length} */
    public static byte[] encode(TProtocolFactory protocol) throws TException {
        return encode(WireFormat.FRAMED, Optional.of(protocol));
    }

    /** {@return the notice in a format; its protocol is {@code framed} unless the format states another} */
    public static byte[] encode(WireFormat format, Optional<TProtocolFactory> framed) throws TException {
        FrameOutput output = new FrameOutput(0);
        MessageTransport transport = new MessageTransport(new TConfiguration(), output, () -> {});
        MessageProtocol messages = new FormatProtocols(framed, transport).use(format);
        format.headerProtocolId().ifPresent(protocolId -> transport.writeHeader(() -> headerOf(protocolId)));
        messages.protocol().writeMessageBegin(new TMessage("", TMessageType.EXCEPTION, NOTICE_ID));
        new TApplicationException(TApplicationException.INTERNAL_ERROR, "the server closes this connection")
                .write(messages.protocol());
        messages.protocol().writeMessageEnd();
        transport.endMessage();
        return Arrays.copyOf(output.array(), output.size());
    }

    private static OutgoingHeader headerOf(int protocolId) {
        return new OutgoingHeader(0, NOTICE_ID, protocolId, List.of(), Map.of(), Map.of());
    }
}
