package io.grizzlythrift.client.testing.scripted;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.header.Transform;
import io.grizzlythrift.internal.frame.MalformedMessageException;
import io.grizzlythrift.internal.frame.MessageScanner;
import io.grizzlythrift.internal.header.FrameHeader;
import io.grizzlythrift.internal.header.OutgoingHeader;
import io.grizzlythrift.message.ThriftProtocol;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.thrift.protocol.TProtocolFactory;

/** How a {@link ScriptedServer} reads messages from its connections and writes messages to them. */
public interface ScriptedWire {
    /** A message and what came with it. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Received(byte[] message, Optional<FrameHeader> header) {
        Received(byte[] message) {
            this(message, Optional.empty());
        }
    }

    /** Reads the next message. */
    Received read(DataInputStream in) throws IOException;

    /** Returns a message as it is sent. */
    byte[] wrap(int sequenceId, byte[] message);

    static ScriptedWire of(Dialect dialect, TProtocolFactory protocol) {
        return switch (dialect) {
            case FRAMED -> new Framed();
            case UNFRAMED -> new Unframed(protocol);
            case HEADER -> new WithHeader(protocol);
            default -> throw new IllegalArgumentException(dialect.name());
        };
    }

    final class Framed implements ScriptedWire {
        @Override
        public Received read(DataInputStream in) throws IOException {
            byte[] frame = new byte[in.readInt()];
            in.readFully(frame);
            return new Received(frame);
        }

        @Override
        public byte[] wrap(int sequenceId, byte[] message) {
            return ReplyFrames.framed(message);
        }
    }

    final class WithHeader implements ScriptedWire {
        private static final int MAX_BYTES = 1 << 24;

        private final int protocolId;

        WithHeader(TProtocolFactory protocol) {
            protocolId = protocol == ThriftProtocol.BINARY ? FrameHeader.BINARY : FrameHeader.COMPACT;
        }

        @Override
        public Received read(DataInputStream in) throws IOException {
            byte[] frame = new byte[in.readInt()];
            in.readFully(frame);
            FrameHeader header = FrameHeader.parse(frame, 0, frame.length);
            return new Received(header.restore(MAX_BYTES, bytes -> true), Optional.of(header));
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

    final class Unframed implements ScriptedWire {
        private static final int MAX_BYTES = 1 << 20;

        private final MessageScanner scanner;

        Unframed(TProtocolFactory protocol) {
            scanner = MessageScanner.of(protocol == ThriftProtocol.BINARY, MAX_BYTES);
        }

        @Override
        public Received read(DataInputStream in) throws IOException {
            ByteArrayOutputStream message = new ByteArrayOutputStream();
            byte[] next = new byte[1];
            do {
                next[0] = in.readByte();
                message.writeBytes(next);
            } while (scan(next) == MessageScanner.MORE);
            return new Received(message.toByteArray());
        }

        private int scan(byte[] next) throws IOException {
            try {
                return scanner.scan(next, 0, next.length);
            } catch (MalformedMessageException e) {
                throw new IOException("the client sent no unframed message", e);
            }
        }

        @Override
        public byte[] wrap(int sequenceId, byte[] message) {
            return message;
        }
    }
}
