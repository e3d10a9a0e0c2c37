package io.grizzlythrift.internal.call;

import java.util.Optional;

/**
 * The header with the number of attempts before this one: a decimal number, absent from first attempts. It corresponds
 * to {@code grpc-previous-rpc-attempts} of gRPC. If a handler makes calls, the number is passed on with them, and the
 * client does not retry them: otherwise the attempts of each hop would multiply.
 */
public final class PreviousAttempts {
    /** The name of the header: {@value}. */
    public static final String HEADER = "thrift_previous_attempts";

    /** More attempts than any client makes; larger numbers are treated as this one. */
    public static final int MAX = 1_000;

    private PreviousAttempts() {}

    /**
     * {@return the number in a header, at most {@link #MAX}; 0 if there is no header, or it is not a positive number}
     */
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
