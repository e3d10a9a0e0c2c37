package io.grizzlythrift.internal.frame;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.internal.memory.MemoryAccount;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Stands in for the assembler of a new connection until the first bytes determine the dialect: at most {@value
 * #FIRST_BYTES} bytes, by the table of {@link FormatGuess}. Then passes these bytes to the assembler of that dialect,
 * which replaces the detector.
 */
final class DialectDetector extends MessageAssembler {
    private static final int FIRST_BYTES = FormatGuess.CONNECTION_BYTES;

    private final int maxFrameBytes;
    private final int maxHttpHeadBytes;
    private final Set<Dialect> accepted;
    private final Consumer<MessageAssembler> successor;
    private final byte[] first = new byte[FIRST_BYTES];
    private int received;

    /**
     * Creates a detector for a new connection.
     *
     * @param maxHttpHeadBytes the largest head of an HTTP request
     * @param accepted the dialects that are accepted; others are refused
     * @param successor gets the assembler that replaces this one
     */
    DialectDetector(
            int maxFrameBytes,
            int maxHttpHeadBytes,
            Set<Dialect> accepted,
            MemoryAccount memory,
            LongSupplier clock,
            Consumer<MessageAssembler> successor) {
        super(memory, clock);
        this.maxFrameBytes = maxFrameBytes;
        this.maxHttpHeadBytes = maxHttpHeadBytes;
        this.accepted = accepted;
        this.successor = successor;
    }

    @Override
    FrameBatch take(byte[] read, int from, int to) throws FrameException {
        int before = received;
        received = Math.min(FIRST_BYTES, before + to - from);
        System.arraycopy(read, from, first, before, received - before);
        Optional<Dialect> dialect = detect();
        if (dialect.isEmpty()) {
            if (received > 0) {
                beginIncomplete();
            }
            return null;
        }
        MessageAssembler assembler = assemblerOf(dialect.get());
        assembler.continueIncomplete(this);
        successor.accept(assembler);
        if (before > 0) { // completes no message: these bytes did not even suffice for the dialect
            assembler.take(Arrays.copyOf(first, before), 0, before);
        }
        return assembler.take(read, from, to);
    }

    /** Returns empty if more bytes are needed. */
    private Optional<Dialect> detect() throws FrameException {
        Optional<FormatGuess> seen = FormatGuess.ofConnection(first, received, maxFrameBytes);
        if (received == FIRST_BYTES && beginsWithLength() && FormatGuess.isTlsHandshake(first)) {
            throw FrameException.ofTls();
        }
        return seen.map(DialectDetector::dialectOf);
    }

    /**
     * Returns the dialect of the first bytes. Bytes of no known dialect are left to the framed assembler, which rejects
     * them.
     */
    private static Dialect dialectOf(FormatGuess seen) {
        return switch (seen) {
            case BINARY, COMPACT -> Dialect.UNFRAMED;
            case THEADER -> Dialect.HEADER;
            case HTTP -> Dialect.HTTP;
            default -> Dialect.FRAMED;
        };
    }

    private int frameLength() {
        return ByteBuffer.wrap(first).getInt();
    }

    private boolean beginsWithLength() {
        return frameLength() > 0 && frameLength() <= maxFrameBytes;
    }

    private Optional<FormatGuess> guess() {
        return FormatGuess.ofFirstBytes(Arrays.copyOf(first, Integer.BYTES));
    }

    private MessageAssembler assemblerOf(Dialect dialect) throws FrameException {
        if (!accepted.contains(dialect)) {
            throw FrameException.ofDialect(dialect, wordsFor(dialect), accepted);
        }
        return dialect == Dialect.HTTP
                ? new HttpAssembler(maxFrameBytes, maxHttpHeadBytes, memory(), clock())
                : new DialectSwitch(maxFrameBytes, accepted, memory(), clock());
    }

    private String wordsFor(Dialect refused) {
        if (beginsWithLength()) {
            return (refused == Dialect.HEADER ? FormatGuess.THEADER : FormatGuess.FRAMED).words();
        }
        return guess().map(FormatGuess::unframedWords).orElse("nothing known");
    }
}
