package io.grizzlythrift.inspect;

import io.grizzlythrift.memory.MemoryPart;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * The memory budget of a server, in bytes. Immutable.
 *
 * @param maxBytes {@link io.grizzlythrift.limits.ServerLimits#maxBufferedBytes()}
 * @param parts the bytes in use now; has an entry for every part
 * @param terminatedConnections connections terminated because the budget was exceeded and they used the most
 * @param heapUsedBytes the heap that the JVM uses, for everything
 * @param heapMaxBytes the largest heap
 */
public record MemorySnapshot(
        long maxBytes, Map<MemoryPart, Long> parts, long terminatedConnections, long heapUsedBytes, long heapMaxBytes) {
    /**
     * Creates the snapshot of a budget.
     *
     * @param maxBytes the budget
     * @param parts the bytes in use by part; copied
     * @param terminatedConnections connections terminated for memory
     * @param heapUsedBytes the heap in use
     * @param heapMaxBytes the largest heap
     */
    public MemorySnapshot {
        Map<MemoryPart, Long> copy = new EnumMap<>(MemoryPart.class);
        copy.putAll(parts);
        parts = Collections.unmodifiableMap(copy);
    }

    /** {@return the bytes in use now} */
    public long usedBytes() {
        return parts.values().stream().mapToLong(Long::longValue).sum();
    }
}
