package io.grizzlythrift.call;

import java.util.Optional;

/**
 * How soon a call is served if calls wait for a thread, highest first. The values, their numbers and the header are those of
 * fbthrift.
 */
public enum CallPriority {
    /** 0. */
    HIGH_IMPORTANT,

    /** 1. */
    HIGH,

    /** 2. */
    IMPORTANT,

    /** 3. The priority of calls that name none. */
    NORMAL,

    /** 4. */
    BEST_EFFORT;

    /** The header that names the priority of a call by its number: {@value}. */
    public static final String HEADER = "thrift_priority";

    private static final CallPriority[] ALL = values();

    /** {@return the value of {@link #HEADER} for this priority: 0 to 4} */
    public String headerValue() {
        return Integer.toString(ordinal());
    }

    /**
     * Parses the value of {@link #HEADER}.
     *
     * @param value any text
     * @return empty if it is not a number from 0 to 4
     */
    public static Optional<CallPriority> ofHeader(String value) {
        if (value.length() != 1) {
            return Optional.empty();
        }
        int number = value.charAt(0) - '0';
        return number >= 0 && number < ALL.length ? Optional.of(ALL[number]) : Optional.empty();
    }
}
