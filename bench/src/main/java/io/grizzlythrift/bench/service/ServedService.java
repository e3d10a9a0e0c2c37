package io.grizzlythrift.bench.service;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.samples.mapkeeper.MapKeeperHandler;
import io.grizzlythrift.samples.mapkeeper.gen.MapKeeper;
import java.util.Locale;
import org.apache.thrift.TProcessor;

/** What a server of the comparison serves. */
public enum ServedService {
    /** The bench's own service. */
    BENCH,
    /** MapKeeper, with its records in memory. */
    MAPKEEPER,
    /** MapKeeper that keeps nothing and answers at once. */
    MAPKEEPER_STUB;

    /**
     * Makes the generated code with a new handler.
     *
     * @return a processor that any thread may use
     */
    public TProcessor processor() {
        return switch (this) {
            case BENCH -> new BenchService.Processor<>(new BenchHandler());
            case MAPKEEPER -> new MapKeeper.Processor<>(new MapKeeperHandler());
            case MAPKEEPER_STUB -> new MapKeeper.Processor<>(new StubMapKeeperHandler());
        };
    }

    /** As the command line spells it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
