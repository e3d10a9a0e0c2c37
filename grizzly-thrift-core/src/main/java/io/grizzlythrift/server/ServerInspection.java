package io.grizzlythrift.server;

import io.grizzlythrift.inspect.CallSnapshot;
import io.grizzlythrift.inspect.CountsSnapshot;
import io.grizzlythrift.inspect.InspectOptions;
import io.grizzlythrift.inspect.Listing;
import io.grizzlythrift.inspect.MemorySnapshot;
import io.grizzlythrift.inspect.ServerSnapshot;
import io.grizzlythrift.inspect.ServerState;
import io.grizzlythrift.inspect.SlowCall;
import io.grizzlythrift.internal.connection.BusiestConnections;
import io.grizzlythrift.internal.connection.ServerConnection;
import io.grizzlythrift.internal.dispatch.QueuedBatches;
import io.grizzlythrift.internal.memory.MemoryBudget;
import io.grizzlythrift.internal.metrics.SlowCallLog;
import io.grizzlythrift.memory.MemoryPart;
import io.grizzlythrift.metrics.ServerCounters;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Makes the snapshots of a listener, on the thread that asks for one. Immutable. */
final class ServerInspection {
    private final ThriftServerConfig config;
    private final InspectOptions options;

    ServerInspection(ThriftServerConfig config, InspectOptions options) {
        this.config = config;
        this.options = options;
    }

    /** {@return the snapshot of a listener that was never started} */
    ServerSnapshot beforeStart() {
        return new ServerSnapshot(
                Instant.now(),
                Duration.ZERO,
                config.name(),
                ServerState.NOT_STARTED,
                Optional.empty(),
                List.of(),
                config.strategy().name(),
                CountsSnapshot.NONE,
                Listing.empty(),
                Listing.empty(),
                Listing.empty(),
                config.slowCallThreshold(),
                Listing.empty(),
                new LimitSnapshots(config).unused(),
                memory(new MemoryBudget(config.limits().maxBufferedBytes())),
                List.of(),
                List.of());
    }

    ServerSnapshot of(ListenerRun run, ServerState state, List<InetSocketAddress> addresses) {
        ThriftServerFilter filter = run.filter();
        ServerCounters counters = filter.counters();
        List<ServerConnection> connections = filter.connections();
        return new ServerSnapshot(
                Instant.now(),
                run.age(),
                config.name(),
                state,
                filter.dispatcher().rejection(),
                addresses,
                config.strategy().name(),
                counts(counters),
                filter.dispatcher().methods(options.maxMethods()),
                calls(filter, connections),
                new BusiestConnections(config.service().protocol(), config.tls().isPresent(), System.nanoTime())
                        .of(connections, options.maxConnections()),
                config.slowCallThreshold(),
                slowCalls(),
                new LimitSnapshots(config).of(counters),
                memory(run.frames().memory()),
                filter.dispatcher().queues(),
                new ThreadRoles(config).threads());
    }

    private Listing<CallSnapshot> calls(ThriftServerFilter filter, List<ServerConnection> connections) {
        List<QueuedBatches> queues = connections.stream()
                .map(ServerConnection::queued)
                .filter(Objects::nonNull)
                .toList();
        List<CallSnapshot> calls =
                filter.dispatcher().callsInFlight(options.maxCalls(), queues).calls(options.stackFrames());
        return new Listing<>(calls, Math.max(calls.size(), filter.counters().inFlight()));
    }

    private Listing<SlowCall> slowCalls() {
        return config.service().interceptors().stream()
                .filter(SlowCallLog.class::isInstance)
                .map(SlowCallLog.class::cast)
                .map(log -> log.last(options.maxSlowCalls()))
                .findFirst()
                .orElse(Listing.empty());
    }

    private static CountsSnapshot counts(ServerCounters counters) {
        return new CountsSnapshot(
                counters.acceptedConnections(),
                counters.openConnections(),
                counters.calls(),
                counters.rejectedCalls(),
                counters.droppedCalls(),
                counters.cancelledCalls(),
                counters.protocolErrors(),
                counters.handlerErrors(),
                counters.inFlight(),
                counters.inFlightLimit());
    }

    private static MemorySnapshot memory(MemoryBudget budget) {
        Map<MemoryPart, Long> parts = new EnumMap<>(MemoryPart.class);
        for (MemoryPart part : MemoryPart.values()) {
            parts.put(part, budget.usedBytes(part));
        }
        Runtime heap = Runtime.getRuntime();
        return new MemorySnapshot(
                budget.maxBytes(),
                parts,
                budget.terminations(),
                heap.totalMemory() - heap.freeMemory(),
                heap.maxMemory());
    }
}
