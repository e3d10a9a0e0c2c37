package io.grizzlythrift.message;

import java.util.Objects;
import java.util.regex.Pattern;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TProtocolException;

/**
 * What may be logged of an exception that a protocol threw. Its message may not: those of libthrift and of generated
 * code quote what a peer sent, or the values of a struct.
 */
public final class LogSanitizer {
    private static final Pattern NOT_PRINTABLE = Pattern.compile("[^\\x20-\\x7e]");
    private static final int LOGGED_CHARS = 200;

    private LogSanitizer() {}

    /**
     * The kind of an exception.
     *
     * @param thrown any
     * @return the name of its class; of a {@link TProtocolException}, its type, too
     */
    public static String describe(Throwable thrown) {
        String name = Objects.requireNonNull(thrown, "thrown").getClass().getSimpleName();
        return thrown instanceof TProtocolException protocol ? name + " " + typeOf(protocol) : name;
    }

    /**
     * An exception to be logged with its stack.
     *
     * @param thrown any
     * @return the same exception if no protocol threw it; otherwise one of the same kind and stack, without the message
     *     and the causes
     */
    public static Throwable withoutMessage(Throwable thrown) {
        if (!(thrown instanceof TProtocolException)) {
            return thrown;
        }
        TException told = new TException(describe(thrown) + ", whose message may hold values");
        told.setStackTrace(thrown.getStackTrace());
        return told;
    }

    private static String typeOf(TProtocolException thrown) {
        return switch (thrown.getType()) {
            case TProtocolException.INVALID_DATA -> "INVALID_DATA";
            case TProtocolException.NEGATIVE_SIZE -> "NEGATIVE_SIZE";
            case TProtocolException.SIZE_LIMIT -> "SIZE_LIMIT";
            case TProtocolException.BAD_VERSION -> "BAD_VERSION";
            case TProtocolException.NOT_IMPLEMENTED -> "NOT_IMPLEMENTED";
            case TProtocolException.DEPTH_LIMIT -> "DEPTH_LIMIT";
            default -> "of type " + thrown.getType();
        };
    }

    /**
     * A text that a peer sent, fit for a log: it neither begins a line of its own nor fills one.
     *
     * @param text any
     * @return at most 200 of its characters, and ? in place of those that are not printable ASCII
     */
    public static String printable(String text) {
        String cut = text.length() <= LOGGED_CHARS ? text : text.substring(0, LOGGED_CHARS) + "...";
        return NOT_PRINTABLE.matcher(cut).replaceAll("?");
    }
}
