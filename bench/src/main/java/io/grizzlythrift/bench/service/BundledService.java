package io.grizzlythrift.bench.service;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.samples.mapkeeper.MapKeeperHandler;
import io.grizzlythrift.samples.mapkeeper.gen.MapKeeper;
import java.util.Locale;
import org.apache.thrift.TProcessor;

/** The services that are included in the bench. */
public enum BundledService implements ServedService {
    /** The bench's own service. */
    BENCH,
    /** MapKeeper, with its records in memory. */
    MAPKEEPER,
    /** MapKeeper that stores nothing and replies at once. */
    MAPKEEPER_STUB;

    @Override
    public TProcessor processor() {
        return switch (this) {
            case BENCH -> new BenchService.Processor<>(new BenchHandler());
            case MAPKEEPER -> new MapKeeper.Processor<>(new MapKeeperHandler());
            case MAPKEEPER_STUB -> new MapKeeper.Processor<>(new StubMapKeeperHandler());
        };
    }

    /** {@return the name as on the command line} */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
