package io.grizzlythrift.peer;

import java.util.Optional;

/**
 * How many attempts were made before this one, as a header: a decimal number, absent from first attempts. gRPC has the same
 * as {@code grpc-previous-rpc-attempts}. A server whose handler makes calls passes the number on with them, and its client
 * does not retry these: otherwise the attempts of each hop would multiply.
 */
public final class PreviousAttempts {
    /** The name of the header: {@value}. */
    public static final String HEADER = "thrift_previous_attempts";

    /** More than any client makes; larger numbers count as this one. */
    public static final int MAX = 1_000;

    private PreviousAttempts() {}

    /** {@return the number in a header, at most {@link #MAX}; 0 if there is none, or it is no number above 0} */
    public static int of(Optional<String> header) {
        if (header.isEmpty() || header.get().isEmpty()) {
            return 0;
        }
        int attempts = 0;
        for (int i = 0; i < header.get().length(); i++) {
            int digit = header.get().charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return 0;
            }
            attempts = Math.min(MAX, 10 * attempts + digit);
        }
        return attempts;
    }
}
