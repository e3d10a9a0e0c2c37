package io.grizzlythrift.message;

import java.util.Objects;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TProtocolException;

/**
 * What may be logged of an exception that a protocol threw. Its message may not: those of libthrift and of generated
 * code quote what a peer sent, or the values of a struct.
 */
public final class LogText {
    private LogText() {}

    /**
     * The kind of an exception.
     *
     * @param thrown any
     * @return the name of its class; of a {@link TProtocolException}, its type, too
     */
    public static String of(Throwable thrown) {
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
    public static Throwable withoutValues(Throwable thrown) {
        if (!(thrown instanceof TProtocolException)) {
            return thrown;
        }
        TException told = new TException(of(thrown) + ", whose message may hold values");
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
}
