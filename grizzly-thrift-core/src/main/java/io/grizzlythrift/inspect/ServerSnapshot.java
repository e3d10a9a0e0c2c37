package io.grizzlythrift.inspect;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a server does at a moment. Immutable; the parts were read one after the other while the server went on, so a call that ends
 * meanwhile may be in one and not in another. A server that was never started has empty parts.
 *
 * @param taken when
 * @param uptime the time from the start to the snapshot, on a monotonic clock; zero before the start. For rates, divide the
 *     difference of two counts by the difference of their uptimes
 * @param name the name of the server
 * @param state whether it serves
 * @param drain why it rejects new calls; empty while it does not
 * @param addresses where it listens
 * @param strategy the name of its strategy
 * @param counts totals
 * @param methods methods, those with most calls first
 * @param calls calls in flight, the oldest first
 * @param connections connections, those with most calls in flight first, then those with most bytes in the memory budget, then the
 *     oldest
 * @param slowThreshold the time from which a call is slow; empty if slow calls are not recorded
 * @param slowCalls the last slow calls, the newest first
 * @param limits every limit, in the order of {@link io.grizzlythrift.limits.LimitType}
 * @param memory the memory budget
 * @param queues the queue of the strategy, if it has one, and those of methods with their own threads
 * @param threads threads by role
 */
public record ServerSnapshot(
        Instant taken,
        Duration uptime,
        String name,
        ServerState state,
        Optional<String> drain,
        List<InetSocketAddress> addresses,
        String strategy,
        CountsSnapshot counts,
        Listing<MethodSnapshot> methods,
        Listing<CallSnapshot> calls,
        Listing<ConnectionSnapshot> connections,
        Optional<Duration> slowThreshold,
        Listing<SlowCall> slowCalls,
        List<LimitSnapshot> limits,
        MemorySnapshot memory,
        List<QueueSnapshot> queues,
        List<ThreadsSnapshot> threads) {
    /**
     * Creates the snapshot of a server.
     *
     * @param taken when
     * @param uptime the time since the start
     * @param name the name of the server
     * @param state whether it serves
     * @param drain why it rejects new calls
     * @param addresses where it listens; copied
     * @param strategy the name of its strategy
     * @param counts totals
     * @param methods methods
     * @param calls calls in flight
     * @param connections connections
     * @param slowThreshold the time from which a call is slow
     * @param slowCalls slow calls
     * @param limits limits; copied
     * @param memory the memory budget
     * @param queues queues; copied
     * @param threads threads; copied
     */
    public ServerSnapshot {
        addresses = List.copyOf(addresses);
        limits = List.copyOf(limits);
        queues = List.copyOf(queues);
        threads = List.copyOf(threads);
    }
}
