package io.grizzlythrift.scorecard.hostile;

import static io.grizzlythrift.scorecard.hostile.HostileBytes.replied;
import static io.grizzlythrift.scorecard.hostile.HostileBytes.terminated;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.scorecard.peer.RawDialect;
import io.grizzlythrift.scorecard.peer.RawMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.thrift.protocol.TType;

/** Calls with structs and containers nested many levels deep. */
final class DeepNesting {
    private static final int DEPTH = 10_000;

    /** Deeper than generated code reads, but not deeper than the server skips to find the end of a message. */
    private static final int BETWEEN = 200;

    /** An unknown field of echo. */
    private static final int UNKNOWN_FIELD = 2;

    private DeepNesting() {}

    static List<HostileBytes> of(RawDialect dialect) {
        List<HostileBytes> all = new ArrayList<>();
        add(all, dialect, "structs", TType.STRUCT, message -> message.field(TType.STRUCT, 1));
        add(all, dialect, "lists", TType.LIST, message -> message.list(TType.LIST, 1));
        add(
                all,
                dialect,
                "maps",
                TType.MAP,
                message -> message.map(TType.BYTE, TType.MAP, 1).put(0));
        return all;
    }

    private static void add(
            List<HostileBytes> all, RawDialect dialect, String what, byte type, Consumer<RawMessage> open) {
        RawMessage message = begun(dialect, type);
        for (int i = 0; i < DEPTH; i++) {
            open.accept(message);
        }
        byte[] bytes = dialect.onTheWire(message);
        String name = DEPTH + " " + what + " within each other";
        all.add(
                dialect.dialect() == Dialect.UNFRAMED
                        ? terminated(name, bytes, "more than 256 structs and containers")
                        : replied(name, bytes, "Maximum skip depth exceeded"));
    }

    /** Returns a complete call: its arguments cannot be read, but its end is found. */
    static HostileBytes between(RawDialect dialect) {
        RawMessage message = begun(dialect, TType.STRUCT);
        for (int i = 1; i < BETWEEN; i++) {
            message.field(TType.STRUCT, 1);
        }
        for (int i = 0; i <= BETWEEN; i++) {
            message.stop();
        }
        return replied(
                BETWEEN + " structs within each other", dialect.onTheWire(message), "Maximum skip depth exceeded");
    }

    private static RawMessage begun(RawDialect dialect, byte type) {
        return RawMessage.call(dialect.protocol(), "echo", 2).field(type, UNKNOWN_FIELD);
    }
}
