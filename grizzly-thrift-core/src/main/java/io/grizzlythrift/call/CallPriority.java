package io.grizzlythrift.call;

import java.util.Optional;

/**
 * The priority of a call when calls wait for a thread, highest first. The values, their numbers and the header are
 * those of fbthrift.
 */
public enum CallPriority {
    /** 0. */
    HIGH_IMPORTANT(0),

    /** 1. */
    HIGH(1),

    /** 2. */
    IMPORTANT(2),

    /** 3. The priority of calls that set none. */
    NORMAL(3),

    /** 4. */
    BEST_EFFORT(4);

    /** The header that contains the number of a call's priority: {@value}. */
    public static final String HEADER = "thrift_priority";

    private static final CallPriority[] ALL = values();

    private final int number;

    CallPriority(int number) {
        this.number = number;
    }

    /** {@return the number of this priority, 0 to 4} */
    public int number() {
        return number;
    }

    /** {@return the value of {@link #HEADER} for this priority: its number} */
    public String headerValue() {
        return Integer.toString(number);
    }

    /**
     * Parses the value of {@link #HEADER}.
     *
     * @param value any text
     * @return empty if it is not a number from 0 to 4
     */
    public static Optional<CallPriority> ofHeader(String value) {
        for (CallPriority priority : ALL) {
            if (value.length() == 1 && value.charAt(0) == '0' + priority.number) {
                return Optional.of(priority);
            }
        }
        return Optional.empty();
    }
}
