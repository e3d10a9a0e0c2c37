package io.grizzlythrift.bench.memory;

import io.grizzlythrift.bench.machine.ProcessMemory;
import io.grizzlythrift.bench.process.ServerProcess;
import java.io.IOException;

/**
 * The memory of a server at a moment.
 *
 * @param heapBytes live heap after a collection
 * @param processBytes resident memory of its process
 */
record Footprint(double heapBytes, double processBytes) {
    /** Heap first: what a collection itself needs is resident in every reading. */
    static Footprint read(ServerProcess server) throws IOException {
        long heap = server.liveHeapBytes();
        return new Footprint(heap, new ProcessMemory(server.pid()).residentBytes());
    }

    /** The memory that each connection added. */
    Footprint growthSince(Footprint base, int connections) {
        return new Footprint(
                (heapBytes - base.heapBytes) / connections, (processBytes - base.processBytes) / connections);
    }

    /** Instead of figures that mean nothing. */
    static Footprint unknown() {
        return new Footprint(Double.NaN, Double.NaN);
    }
}
