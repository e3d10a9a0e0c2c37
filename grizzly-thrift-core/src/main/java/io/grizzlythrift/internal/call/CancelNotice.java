package io.grizzlythrift.internal.call;

import io.grizzlythrift.internal.frame.FrameOutput;
import io.grizzlythrift.internal.frame.WireFormat;
import io.grizzlythrift.internal.header.FrameHeader;
import io.grizzlythrift.internal.header.OutgoingHeader;
import io.grizzlythrift.internal.message.FormatProtocols;
import io.grizzlythrift.internal.message.MessageProtocol;
import io.grizzlythrift.internal.message.MessageTransport;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.protocol.TStruct;

/**
 * Tells a server that the client no longer waits for a call, in the dialect HEADER: like the RST_STREAM frame of HTTP/2
 * (RFC 9113, section 6.4). The notice is a oneway message without a method name. Its frame has the sequence id {@link
 * CloseNotice#NOTICE_ID}, which no call uses, and the header {@value #HEADER} with the sequence id of the call.
 *
 * <p>Servers that do not know the notice never receive one. A client shows that it knows notices with the sequence id
 * of its first call, {@link CloseNotice#CLIENT_ID}. A server that accepts notices adds the header {@value #ACCEPTED} to
 * the reply to that call, or, if that call is oneway, to the next reply. A proxy that renumbers calls, such as Envoy,
 * thereby hides each side from the other.
 *
 * <p>The call still gets a reply, so that its sequence id becomes available again and replies keep their order.
 */
public final class CancelNotice {
    /** The header of a notice: {@value}. */
    public static final String HEADER = "cancel";

    /** The header of the reply of a server that accepts notices: {@value}. */
    public static final String ACCEPTED = ":cancel";

    private CancelNotice() {}

    /** {@return the sequence id of the call that a frame cancels; empty if the frame is not a notice} */
    public static OptionalInt of(FrameHeader frame) {
        if (frame.sequenceId() != CloseNotice.NOTICE_ID) {
            return OptionalInt.empty();
        }
        Optional<String> id = frame.header(HEADER);
        try {
            return id.isEmpty() ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(id.get()));
        } catch (NumberFormatException e) {
            return OptionalInt.empty();
        }
    }

    /**
     * Encodes a notice, including the 4 bytes of the frame length.
     *
     * @param format the format of the connection, one with headers
     * @param sequenceId the sequence id of the call
     */
    public static byte[] encode(WireFormat format, TProtocolFactory protocol, int sequenceId) throws TException {
        FrameOutput output = new FrameOutput(0);
        MessageTransport transport = new MessageTransport(new TConfiguration(), output, () -> {});
        MessageProtocol messages = new FormatProtocols(Optional.of(protocol), transport).use(format);
        OutgoingHeader header = new OutgoingHeader(
                FrameHeader.OUT_OF_ORDER,
                CloseNotice.NOTICE_ID,
                format.headerProtocolId().orElseThrow(),
                List.of(),
                Map.of(HEADER, Integer.toString(sequenceId)),
                Map.of());
        transport.writeHeader(() -> header);
        messages.protocol().writeMessageBegin(new TMessage("", TMessageType.ONEWAY, CloseNotice.NOTICE_ID));
        messages.protocol().writeStructBegin(new TStruct());
        messages.protocol().writeFieldStop();
        messages.protocol().writeStructEnd();
        messages.protocol().writeMessageEnd();
        transport.endMessage();
        return Arrays.copyOf(output.array(), output.size());
    }
}
