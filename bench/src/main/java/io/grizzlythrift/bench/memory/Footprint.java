package io.grizzlythrift.bench.memory;

import io.grizzlythrift.bench.machine.ProcessMemory;
import io.grizzlythrift.bench.process.ServerProcess;
import java.io.IOException;

/**
 * The memory of a server at one moment.
 *
 * @param heapBytes live heap after a collection
 * @param processBytes resident memory of its process
 */
record Footprint(double heapBytes, double processBytes) {
    /**
     * Reads the memory. The heap is read first, so that memory that a collection itself needs is resident in every
     * reading.
     */
    static Footprint read(ServerProcess server) throws IOException {
        long heap = server.liveHeapBytes();
        return new Footprint(heap, new ProcessMemory(server.pid()).residentBytes());
    }

    /** {@return the memory that each connection added} */
    Footprint growthSince(Footprint base, int connections) {
        return new Footprint(
                (heapBytes - base.heapBytes) / connections, (processBytes - base.processBytes) / connections);
    }

    /** {@return NaN figures, for runs that are not valid} */
    static Footprint unknown() {
        return new Footprint(Double.NaN, Double.NaN);
    }
}
