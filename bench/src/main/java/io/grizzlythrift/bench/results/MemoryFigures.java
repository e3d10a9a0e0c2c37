package io.grizzlythrift.bench.results;

import java.util.List;

/** The figures of a memory run, with the names and formats that all tables use. */
public final class MemoryFigures {
    /** Idle connections. */
    public static final Figure<MemoryMeasurement> CONNECTIONS =
            new Figure<>("connections", MemoryMeasurement::connections, "%,.0f");

    /** Live heap of a connection. */
    public static final Figure<MemoryMeasurement> HEAP =
            new Figure<>("heap B/connection", MemoryMeasurement::heapBytesPerConnection, "%,.0f");

    /** Resident memory of a connection outside of the heap. */
    public static final Figure<MemoryMeasurement> OUTSIDE =
            new Figure<>("outside of the heap B/connection", MemoryMeasurement::processBytesPerConnection, "%,.0f");

    /** Both together. */
    public static final Figure<MemoryMeasurement> SUM = new Figure<>(
            "sum B/connection", run -> run.heapBytesPerConnection() + run.processBytesPerConnection(), "%,.0f");

    /** All of them. */
    public static final List<Figure<MemoryMeasurement>> ALL = List.of(CONNECTIONS, HEAP, OUTSIDE, SUM);

    private MemoryFigures() {}
}
