package io.grizzlythrift.bench.recording;

import io.grizzlythrift.bench.service.WireProtocol;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.thrift.protocol.TMessageType;

/**
 * The calls of a file: framed messages, one after the other, as on the wire.
 *
 * @param file the file
 * @param calls at least one call, all in the same encoding, in their order
 */
public record Recording(Path file, List<RecordedCall> calls) {
    /** Copies the list. */
    public Recording {
        calls = List.copyOf(calls);
    }

    /**
     * Reads a file.
     *
     * @param file written by {@link RecordingProxy}, or through a {@code TFramedTransport}
     * @return the calls
     * @throws IllegalArgumentException if there is no such file, or if it contains anything other than framed calls
     *     with a reply, all in the same encoding; the message has the position
     */
    public static Recording read(Path file) {
        byte[] content;
        try {
            content = Files.readAllBytes(file);
        } catch (IOException failed) {
            throw new IllegalArgumentException("calls is " + file + ", must be a file that can be read", failed);
        }
        ByteBuffer bytes = ByteBuffer.wrap(content);
        List<RecordedCall> calls = new ArrayList<>();
        while (bytes.hasRemaining()) {
            int at = bytes.position();
            RecordedCall call = next(bytes)
                    .orElseThrow(() -> new IllegalArgumentException("calls is " + file
                            + ", must hold framed calls in strict binary or compact that have a reply; there is none at"
                            + " byte " + at));
            if (!calls.isEmpty() && call.protocol() != calls.get(0).protocol()) {
                throw new IllegalArgumentException("calls is " + file + ", must be all "
                        + calls.get(0).protocol() + " as its first call; the one at byte " + at + " is "
                        + call.protocol());
            }
            calls.add(call);
        }
        if (calls.isEmpty()) {
            throw new IllegalArgumentException("calls is " + file + ", must hold at least one call, but is empty");
        }
        return new Recording(file, calls);
    }

    /** Removes a frame from the buffer and returns its call; empty if it is not a call with a reply. */
    private static Optional<RecordedCall> next(ByteBuffer bytes) {
        if (bytes.remaining() < Integer.BYTES) {
            return Optional.empty();
        }
        int length = bytes.getInt();
        if (length <= 0 || length > bytes.remaining()) {
            return Optional.empty();
        }
        ByteBuffer message = bytes.slice(bytes.position(), length);
        bytes.position(bytes.position() + length);
        return MessageHeader.read(message)
                .filter(header ->
                        header.type() == TMessageType.CALL && header.name().isPresent())
                .map(header -> RecordedCall.of(header, message));
    }

    /** {@return the encoding of all calls} */
    public WireProtocol protocol() {
        return calls.get(0).protocol();
    }

    /** {@return the size of the largest frame in bytes, including its length prefix} */
    public int largestFrameBytes() {
        return calls.stream().mapToInt(RecordedCall::frameBytes).max().orElseThrow();
    }

    /** {@return a readable title, such as {@code 20 calls of users.calls}} */
    public String title() {
        return (calls.size() == 1 ? "1 call of " : calls.size() + " calls of ") + file.getFileName();
    }
}
