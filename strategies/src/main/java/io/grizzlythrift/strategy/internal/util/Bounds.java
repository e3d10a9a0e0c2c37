package io.grizzlythrift.strategy.internal.util;

import java.time.Duration;
import java.util.Objects;

/**
 * Checks option values against inclusive bounds. The message of a failed check contains the name, the value and both
 * bounds.
 */
public final class Bounds {
    private Bounds() {}

    /**
     * Checks a number.
     *
     * @param option the name of the option, used in the message
     * @param value the value to check
     * @param min the smallest value allowed
     * @param max the largest value allowed
     * @return the value
     * @throws IllegalArgumentException if the value is out of bounds
     */
    public static int requireBetween(String option, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(message(option, value, min, max));
        }
        return value;
    }

    /**
     * Checks a floating-point number.
     *
     * @param option the name of the option, used in the message
     * @param value the value to check
     * @param min the smallest value allowed
     * @param max the largest value allowed
     * @return the value
     * @throws IllegalArgumentException if the value is out of bounds, or not a number
     */
    public static double requireBetween(String option, double value, double min, double max) {
        if (!(value >= min && value <= max)) { // also for NaN
            throw new IllegalArgumentException(message(option, value, min, max));
        }
        return value;
    }

    /**
     * Checks a duration.
     *
     * @param option the name of the option, used in the message
     * @param value the value to check
     * @param min the shortest duration allowed
     * @param max the longest duration allowed
     * @return the value
     * @throws IllegalArgumentException if the value is out of bounds
     * @throws NullPointerException if the value is null
     */
    public static Duration requireBetween(String option, Duration value, Duration min, Duration max) {
        if (Objects.requireNonNull(value, option).compareTo(min) < 0 || value.compareTo(max) > 0) {
            throw new IllegalArgumentException(message(option, value, min, max));
        }
        return value;
    }

    /**
     * Checks a number of bytes that are kept on the heap: 1 to {@link Runtime#maxMemory()}.
     *
     * @param option the name of the option, used in the message
     * @param bytes the value to check
     * @return the value
     * @throws IllegalArgumentException if the value is out of bounds
     */
    public static long requireWithinHeap(String option, long bytes) {
        long heap = Runtime.getRuntime().maxMemory();
        if (bytes < 1 || bytes > heap) {
            throw new IllegalArgumentException(message(option, bytes, 1, heap) + ", the maximum heap");
        }
        return bytes;
    }

    private static String message(String option, Object value, Object min, Object max) {
        return option + " is " + value + ", must be " + min + " to " + max;
    }
}
