package io.grizzlythrift.bench.chaos.child;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * The options of a client of the fleet.
 *
 * @param callsPerSecond rate of calls, independent of their outcome
 * @param balancing how the client selects the server of a call
 * @param hedging whether slow reads are also sent to another server
 */
public record ClientOptions(double callsPerSecond, Balancing balancing, boolean hedging) {
    /** How a client selects the server of a call. */
    public enum Balancing {
        /** The default of the client. */
        DEFAULT,
        /** All servers in turn. */
        ROUND_ROBIN
    }

    /** Rejects a missing value. */
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
