package io.grizzlythrift.inspect;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What a client does at a moment, as {@code ClientCounters} and {@code EndpointMetrics} of the client describe it. Immutable; the
 * parts were read one after the other while the client went on.
 *
 * @param taken when
 * @param uptime the time since the client was created, on a monotonic clock
 * @param name the name of the client
 * @param state {@code OPEN}, {@code CLOSING} or {@code CLOSED}
 * @param resolver where the servers come from
 * @param calls calls started
 * @param inFlight calls that have not ended
 * @param completed calls that ended with a reply
 * @param failures calls that ended without one, by the name of the cause; only causes that occurred
 * @param retries further attempts at calls that failed
 * @param hedges further attempts at calls without a reply yet
 * @param overBudget further attempts that the budget did not allow
 * @param budget how many further attempts the budget allows now; empty if neither retries nor hedges are on
 * @param queuedBytes bytes of encoded calls that were not handed to a socket
 * @param endpoints servers: those with most calls first, then those that get none because of a failure
 */
public record ClientSnapshot(
        Instant taken,
        Duration uptime,
        String name,
        String state,
        String resolver,
        long calls,
        long inFlight,
        long completed,
        Map<String, Long> failures,
        long retries,
        long hedges,
        long overBudget,
        OptionalDouble budget,
        long queuedBytes,
        Listing<EndpointSnapshot> endpoints) {
    /**
     * Creates the snapshot of a client.
     *
     * @param taken when
     * @param uptime the time since the client was created
     * @param name the name of the client
     * @param state its state
     * @param resolver where the servers come from
     * @param calls calls started
     * @param inFlight calls that have not ended
     * @param completed calls that ended with a reply
     * @param failures other calls by cause; copied
     * @param retries retries
     * @param hedges hedges
     * @param overBudget attempts that the budget did not allow
     * @param budget what is left of the budget
     * @param queuedBytes bytes that wait
     * @param endpoints servers
     */
    public ClientSnapshot {
        failures = Collections.unmodifiableMap(new LinkedHashMap<>(failures));
    }
}
