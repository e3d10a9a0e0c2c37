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
 * Finds the name of a call before a thread runs it, whatever its protocol, so that no peer gets around the threads of a
 * method: in the bytes of most calls; of a transformed payload, in the bytes that are restored from its beginning; in other
 * protocols, by reading the header. Thread-safe.
 */
final class CallName {
    /** How much of a message is looked at; enough for any name that a service has. */
    private static final int BEGINNING_BYTES = 1024;

    private final TProtocolFactory framed;

    /** @param framed the protocol of framed calls */
    CallName(TProtocolFactory framed) {
        this.framed = framed;
    }

    /**
     * Finds the value of the method of a call.
     *
     * @param frames not released
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
