package io.grizzlythrift.scorecard.peer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TType;
import org.apache.thrift.transport.TIOStreamTransport;
import org.apache.thrift.transport.TMemoryInputTransport;

/** The format of a raw peer's messages on its connection, and their protocol. */
public enum RawDialect {
    FRAMED(Dialect.FRAMED, ThriftProtocol.COMPACT),
    UNFRAMED_BINARY(Dialect.UNFRAMED, ThriftProtocol.BINARY),
    UNFRAMED_COMPACT(Dialect.UNFRAMED, ThriftProtocol.COMPACT),
    HEADER_BINARY(Dialect.HEADER, ThriftProtocol.BINARY),
    HEADER_COMPACT(Dialect.HEADER, ThriftProtocol.COMPACT);

    private final Dialect dialect;
    private final ThriftProtocol protocol;

    RawDialect(Dialect dialect, ThriftProtocol protocol) {
        this.dialect = dialect;
        this.protocol = protocol;
    }

    /** Returns the raw dialects for these dialects. */
    static List<RawDialect> of(Dialect... dialects) {
        return Arrays.stream(values())
                .filter(raw -> List.of(dialects).contains(raw.dialect)
                        && Dialect.supported().contains(raw.dialect))
                .toList();
    }

    /** Returns strategies with these dialects, for a data provider: each with each; scaled down, each dialect once. */
    public static Iterator<Object[]> withStrategies(Method test, Dialect... dialects) {
        List<RawDialect> all = of(dialects);
        Stream<Object[]> rows = Sizes.SOAK
                ? Strategy.ALL.stream()
                        .flatMap(strategy -> all.stream().map(dialect -> new Object[] {strategy, dialect}))
                : IntStream.range(0, all.size()).mapToObj(i ->
                        new Object[] {Sizes.turn(test, i, Strategy.ALL), all.get(i)});
        return rows.iterator();
    }

    /** Returns strategies with these dialects and transports, likewise. */
    public static Iterator<Object[]> withStrategiesAndWires(Method test, Dialect... dialects) {
        List<Object[]> rows = new ArrayList<>();
        withStrategies(test, dialects).forEachRemaining(row -> {
            List<Wire> wires = Sizes.SOAK ? Wire.ALL : List.of(Sizes.turn(test, rows.size(), Wire.ALL));
            wires.forEach(wire -> rows.add(new Object[] {row[0], row[1], wire}));
        });
        return rows.iterator();
    }

    public Dialect dialect() {
        return dialect;
    }

    public ThriftProtocol protocol() {
        return protocol;
    }

    /** {@return the id of the protocol in a header} */
    public int protocolId() {
        return protocol == ThriftProtocol.BINARY ? HeaderFrames.BINARY : HeaderFrames.COMPACT;
    }

    /** Returns a message as sent on a connection. */
    public byte[] onTheWire(byte[] message) {
        return switch (dialect) {
            case UNFRAMED -> message;
            case HEADER -> HeaderFrames.frame(protocolId(), new byte[0], message);
            default -> Frames.framed(message);
        };
    }

    public byte[] onTheWire(RawMessage message) {
        return onTheWire(message.bytes());
    }

    /** Returns a call of echo as sent on a connection. */
    public byte[] echo(int sequenceId, String text) {
        return onTheWire(message(sequenceId, text));
    }

    /** Returns the message of a call of echo. */
    public byte[] message(int sequenceId, String text) {
        return RawMessage.call(protocol, "echo", sequenceId)
                .field(TType.STRING, 1)
                .length(text.length())
                .put(text.getBytes(US_ASCII))
                .stop()
                .bytes();
    }

    /** Reads a reply to echo, or an exception, in the protocol of its header if there is one. */
    Frames.Reply reply(DataInputStream in) throws IOException, TException {
        if (dialect == Dialect.UNFRAMED) {
            return Frames.reply(protocol.getProtocol(new TIOStreamTransport(in)));
        }
        byte[] frame = new byte[in.readInt()];
        in.readFully(frame);
        if (dialect == Dialect.FRAMED) {
            return Frames.reply(frame);
        }
        boolean binary = HeaderFrames.protocolId(frame) == HeaderFrames.BINARY;
        ThriftProtocol told = binary ? ThriftProtocol.BINARY : ThriftProtocol.COMPACT;
        return Frames.reply(told.getProtocol(new TMemoryInputTransport(HeaderFrames.payload(frame))));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
