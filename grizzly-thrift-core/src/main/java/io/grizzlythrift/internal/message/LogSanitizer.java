package io.grizzlythrift.internal.message;

import java.util.Objects;
import java.util.regex.Pattern;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TProtocolException;

/**
 * Makes exceptions of protocols and text from peers safe to log. Exception messages of libthrift and of generated code
 * are not safe: they quote bytes that a peer sent, or values of a struct.
 */
public final class LogSanitizer {
    private static final Pattern NOT_PRINTABLE = Pattern.compile("[^\\x20-\\x7e]");
    private static final int LOGGED_CHARS = 200;

    private LogSanitizer() {}

    /**
     * Describes an exception without its message.
     *
     * @param thrown any exception
     * @return the simple name of its class, followed by the type if it is a {@link TProtocolException}
     */
    public static String describe(Throwable thrown) {
        String name = Objects.requireNonNull(thrown, "thrown").getClass().getSimpleName();
        return thrown instanceof TProtocolException protocol ? name + " " + typeOf(protocol) : name;
    }

    /**
     * Returns an exception that may be logged with its stack.
     *
     * @param thrown any exception
     * @return the same exception unless it is a {@link TProtocolException}; otherwise an exception with its description
     *     and stack, without its message and causes
     */
    public static Throwable withoutMessage(Throwable thrown) {
        if (!(thrown instanceof TProtocolException)) {
            return thrown;
        }
        TException sanitized = new TException(describe(thrown) + ", whose message may hold values");
        sanitized.setStackTrace(thrown.getStackTrace());
        return sanitized;
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
     * Makes text from a peer safe to log: limits its length, and removes line breaks.
     *
     * @param text any text
     * @return at most 200 of its characters, with ? in place of characters that are not printable ASCII
     */
    public static String printable(String text) {
        String truncated = text.length() <= LOGGED_CHARS ? text : text.substring(0, LOGGED_CHARS) + "...";
        return NOT_PRINTABLE.matcher(truncated).replaceAll("?");
    }
}
