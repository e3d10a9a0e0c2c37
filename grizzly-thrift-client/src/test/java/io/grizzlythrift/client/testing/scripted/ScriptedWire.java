package io.grizzlythrift.client.testing.scripted;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.header.Transform;
import io.grizzlythrift.internal.header.FrameHeader;
import io.grizzlythrift.internal.header.OutgoingHeader;
import io.grizzlythrift.message.ThriftProtocol;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.thrift.protocol.TProtocolFactory;

/** What a dialect puts around a reply. */
@FunctionalInterface
public interface ScriptedWire {
    /** Returns a message as it is sent. */
    byte[] wrap(int sequenceId, byte[] message);

    static ScriptedWire of(Dialect dialect, TProtocolFactory protocol) {
        return switch (dialect) {
            case FRAMED -> (id, message) -> ReplyFrames.framed(message);
            case UNFRAMED -> (id, message) -> message;
            case HEADER -> new WithHeader(protocol);
            default -> throw new IllegalArgumentException(dialect.name());
        };
    }

    final class WithHeader implements ScriptedWire {
        private final int protocolId;

        public WithHeader(TProtocolFactory protocol) {
            protocolId = protocol == ThriftProtocol.BINARY ? FrameHeader.BINARY : FrameHeader.COMPACT;
        }

        @Override
        public byte[] wrap(int sequenceId, byte[] message) {
            return wrap(sequenceId, message, Map.of());
        }

        public byte[] wrap(int sequenceId, byte[] message, Map<String, String> headers, Transform... transforms) {
            OutgoingHeader header =
                    new OutgoingHeader(0, sequenceId, protocolId, List.of(transforms), headers, Map.of());
            return frame(header.encode(), header.transform(message, 0, message.length));
        }

        /** Returns a frame of a header and a payload, which need not match. */
        public static byte[] frame(byte[] header, byte[] payload) {
            return ByteBuffer.allocate(Integer.BYTES + header.length + payload.length)
                    .putInt(header.length + payload.length)
                    .put(header)
                    .put(payload)
                    .array();
        }
    }
}
