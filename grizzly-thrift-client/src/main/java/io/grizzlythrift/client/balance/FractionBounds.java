package io.grizzlythrift.client.balance;

/** Checks options that are fractions. */
final class FractionBounds {
    private FractionBounds() {}

    /**
     * Returns the value if it is within its bounds.
     *
     * @throws IllegalArgumentException if it is out of bounds, or not a number
     */
    static double requireBetween(String name, double value, double min, double max) {
        if (!(value >= min && value <= max)) {
            throw new IllegalArgumentException(name + " is " + value + ", must be " + min + " to " + max);
        }
        return value;
    }
}
