package io.grizzlythrift.scorecard.hostile;

import static io.grizzlythrift.scorecard.hostile.HostileBytes.replied;
import static io.grizzlythrift.scorecard.hostile.HostileBytes.terminated;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.scorecard.peer.HeaderFrames;
import io.grizzlythrift.scorecard.peer.RawDialect;
import io.grizzlythrift.scorecard.peer.RawMessage;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.thrift.protocol.TType;

/** Lengths, sizes and counts that do not match the following bytes, or that are never valid. */
final class LyingLengths {
    private static final int MANY = 100_000_000;
    private static final String NEGATIVE = "length is -1";
    private static final String TOO_LONG = "a message has more than";
    private static final int UNKNOWN = 77;

    private LyingLengths() {}

    static List<HostileBytes> of(RawDialect dialect) {
        return switch (dialect.dialect()) {
            case UNFRAMED -> ofUnframed(dialect);
            case HEADER -> ofHeaders(dialect);
            default -> ofFrames(dialect);
        };
    }

    /** Returns the first bytes of a message that claims a much larger size, within the limits. */
    static byte[] claim(RawDialect dialect, int claimedBytes, int sentBytes) {
        byte[] message =
                field(dialect.protocol(), TType.STRING).length(claimedBytes).bytes();
        byte[] beginning = dialect.dialect() == Dialect.HEADER
                ? ByteBuffer.wrap(HeaderFrames.claiming(0xffff, new byte[0], message))
                        .putInt(0, claimedBytes)
                        .array()
                : message;
        return Arrays.copyOf(beginning, beginning.length + sentBytes);
    }

    private static List<HostileBytes> ofUnframed(RawDialect dialect) {
        ThriftProtocol protocol = dialect.protocol();
        List<HostileBytes> all = new ArrayList<>(List.of(
                terminated("a name of -1 bytes", name(protocol, -1), NEGATIVE),
                terminated("a name of 2 GB", name(protocol, Integer.MAX_VALUE), TOO_LONG),
                terminated(
                        "a string of -1 bytes",
                        field(protocol, TType.STRING).length(-1).bytes(),
                        NEGATIVE),
                terminated(
                        "a string of 2 GB",
                        field(protocol, TType.STRING).length(Integer.MAX_VALUE).bytes(),
                        TOO_LONG),
                terminated(
                        "a list of -1 numbers",
                        field(protocol, TType.LIST).list(TType.I64, -1).bytes(),
                        "the size of a container is -1"),
                terminated(
                        "a list of 100 million numbers",
                        field(protocol, TType.LIST).list(TType.I64, MANY).bytes(),
                        TOO_LONG),
                terminated(
                        "a set of 2 billion structs",
                        field(protocol, TType.SET)
                                .list(TType.STRUCT, Integer.MAX_VALUE)
                                .bytes(),
                        TOO_LONG),
                terminated(
                        "a map of 100 million strings",
                        field(protocol, TType.MAP)
                                .map(TType.STRING, TType.STRING, MANY)
                                .bytes(),
                        TOO_LONG)));
        if (protocol == ThriftProtocol.COMPACT) {
            all.add(terminated(
                    "a length without an end",
                    field(protocol, TType.STRING).put(endlessVarint()).bytes(),
                    "a varint has more than"));
        }
        return all;
    }

    private static byte[] name(ThriftProtocol protocol, int length) {
        return RawMessage.withoutName(protocol, 2).length(length).bytes();
    }

    private static RawMessage field(ThriftProtocol protocol, byte type) {
        return RawMessage.call(protocol, "echo", 2).field(type, 1);
    }

    private static List<HostileBytes> ofFrames(RawDialect dialect) {
        return List.of(
                terminated("a frame of -1 bytes", new byte[] {-1, -1, -1, -1}, "frame length -1"),
                terminated("a frame of 2 GB", new byte[] {0x7f, -1, -1, -1}, "maxFrameBytes is"),
                replied(
                        "a string larger than its frame",
                        dialect.onTheWire(
                                field(dialect.protocol(), TType.STRING).length(MANY)),
                        "the arguments of echo cannot be read"),
                replied(
                        "a list larger than its frame",
                        dialect.onTheWire(field(dialect.protocol(), TType.LIST).list(TType.I64, MANY)),
                        "the arguments of echo cannot be read"));
    }

    private static List<HostileBytes> ofHeaders(RawDialect dialect) {
        byte[] message = dialect.message(2, "never read");
        List<HostileBytes> all = new ArrayList<>(ofFrames(dialect));
        all.addAll(List.of(
                terminated(
                        "a header larger than its frame",
                        HeaderFrames.claiming(0xffff, new byte[8], message),
                        "claims a header of 262140 bytes"),
                terminated(
                        "a header that leaves no message",
                        HeaderFrames.claiming(2, new byte[8], new byte[0]),
                        "leaves nothing for its message"),
                terminated("no header", HeaderFrames.claiming(0, new byte[0], message), "ends within a number"),
                terminated(
                        "a protocol id without an end",
                        HeaderFrames.frame(endlessVarint(), message),
                        "has more than 32 bits"),
                terminated("5 transforms", header(dialect, message, 5), "names 5 transforms"),
                terminated("2 billion transforms", header(dialect, message, Integer.MAX_VALUE), "names 2147483647"),
                terminated(
                        "-1 key-values", infos(dialect, message, HeaderFrames.KEY_VALUES, -1), "more than its bytes"),
                terminated(
                        "a million persistent key-values",
                        infos(dialect, message, HeaderFrames.PERSISTENT_KEY_VALUES, 1_000_000),
                        "ends within a number"),
                terminated(
                        "a key of 2 GB",
                        infos(dialect, message, HeaderFrames.KEY_VALUES, 1, Integer.MAX_VALUE),
                        "a string in the header of a frame has"),
                terminated(
                        "more persistent headers than fit",
                        HeaderFrames.frame(
                                dialect.protocolId(),
                                HeaderFrames.keyValues(
                                        HeaderFrames.PERSISTENT_KEY_VALUES, Map.of("key", "x".repeat(20_000))),
                                message),
                        "persistent"),
                replied("an unknown transform", HeaderFrames.transformed(dialect.protocolId(), message, UNKNOWN), "77"),
                replied("an unknown protocol", HeaderFrames.frame(UNKNOWN, new byte[0], message), "77")));
        return all;
    }

    /** Returns a frame whose header claims the given number of transforms. */
    private static byte[] header(RawDialect dialect, byte[] message, int transforms) {
        ByteArrayOutputStream header = new ByteArrayOutputStream();
        header.writeBytes(HeaderFrames.varint(dialect.protocolId()));
        header.writeBytes(HeaderFrames.varint(transforms));
        return HeaderFrames.frame(header.toByteArray(), message);
    }

    /** Returns a frame whose header has no transforms and ends with these numbers. */
    private static byte[] infos(RawDialect dialect, byte[] message, int... numbers) {
        ByteArrayOutputStream infos = new ByteArrayOutputStream();
        for (int number : numbers) {
            infos.writeBytes(HeaderFrames.varint(number));
        }
        return HeaderFrames.frame(dialect.protocolId(), infos.toByteArray(), message);
    }

    private static byte[] endlessVarint() {
        return new byte[] {-1, -1, -1, -1, -1, -1, -1, -1};
    }
}
