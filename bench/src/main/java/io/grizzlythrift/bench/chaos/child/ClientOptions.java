package io.grizzlythrift.bench.chaos.child;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * How a client of the fleet calls it.
 *
 * @param callsPerSecond how many calls it makes, whatever becomes of them
 * @param balancing how it chooses the server of a call
 * @param hedging whether reads that take long are made on another server as well
 */
public record ClientOptions(double callsPerSecond, Balancing balancing, boolean hedging) {
    /** How a client chooses the server of a call. */
    public enum Balancing {
        /** As clients do that are not told how. */
        DEFAULT,
        /** All in turn. */
        ROUND_ROBIN
    }

    /** Checks that nothing is missing. */
    public ClientOptions {
        requireNonNull(balancing, "balancing");
    }

    List<String> words() {
        return List.of(Double.toString(callsPerSecond), balancing.name(), Boolean.toString(hedging));
    }

    static ClientOptions of(List<String> words) {
        return new ClientOptions(
                Double.parseDouble(words.get(0)), Balancing.valueOf(words.get(1)), Boolean.parseBoolean(words.get(2)));
    }
}
