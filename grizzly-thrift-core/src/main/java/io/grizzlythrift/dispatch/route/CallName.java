package io.grizzlythrift.dispatch.route;

import io.grizzlythrift.frame.FrameBatch;
import io.grizzlythrift.frame.WireFormat;
import io.grizzlythrift.header.FrameHeader;
import io.grizzlythrift.header.TransformException;
import io.grizzlythrift.message.FormatProtocols;
import io.grizzlythrift.message.MessageName;
import io.grizzlythrift.message.NameTable;
import java.nio.charset.StandardCharsets;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.transport.TMemoryInputTransport;

/**
 * Finds the name of a call before a thread runs it, whatever its protocol, so that no peer can bypass the threads of a
 * method. For most calls the name is found in the bytes; in a transformed payload, its beginning is restored first; in
 * other protocols, the header is decoded. Thread-safe.
 */
final class CallName {
    /** The maximum number of bytes of a message that are examined; enough for the name of any service method. */
    private static final int BEGINNING_BYTES = 1024;

    private final TProtocolFactory framed;

    /** @param framed the protocol of framed calls */
    CallName(TProtocolFactory framed) {
        this.framed = framed;
    }

    /**
     * Finds the table's value for the method of a call.
     *
     * @param frames not yet released
     * @return null if the table does not contain the name, or if the message has none
     */
    <V> V find(FrameBatch frames, int frame, NameTable<V> values) {
        WireFormat format = frames.format();
        byte[] array = frames.array(frame);
        int offset = frames.offset(frame);
        int length = frames.length(frame);
        if (frames.hasHeaders()) {
            FrameHeader header = frames.header(frame);
            format = WireFormat.ofHeader(header.protocolId()).orElse(format);
            if (header.isTransformed()) {
                try {
                    array = header.restoreBeginning(BEGINNING_BYTES);
                } catch (TransformException e) { // the thread that reads the call replies to it
                    return null;
                }
                offset = 0;
                length = array.length;
            }
        }
        long name = MessageName.find(array, offset, length);
        if (name != MessageName.NONE) {
            return values.find(array, MessageName.offset(name), MessageName.length(name));
        }
        return findByProtocol(
                FormatProtocols.factoryOf(format, framed), array, offset, Math.min(length, BEGINNING_BYTES), values);
    }

    private static <V> V findByProtocol(
            TProtocolFactory protocol, byte[] array, int offset, int length, NameTable<V> values) {
        try {
            byte[] name = protocol.getProtocol(new TMemoryInputTransport(array, offset, length))
                    .readMessageBegin()
                    .name
                    .getBytes(StandardCharsets.UTF_8);
            return name.length == 0 ? null : values.find(name, 0, name.length);
        } catch (TException | RuntimeException e) { // the thread that reads the call replies to it, or closes
            return null;
        }
    }
}
