package io.grizzlythrift.bench.ycsb;

import io.grizzlythrift.samples.mapkeeper.MapKeeperYcsbClient;
import java.util.Locale;

/** What YCSB calls MapKeeper through. */
public enum YcsbClient {
    /** libthrift's blocking socket, one for each YCSB thread. */
    LIBTHRIFT(MapKeeperYcsbClient.class),
    /** Our own client, one for all YCSB threads, over few connections. */
    GRIZZLY(GrizzlyYcsbClient.class);

    private final Class<? extends MapKeeperYcsbClient> binding;

    YcsbClient(Class<? extends MapKeeperYcsbClient> binding) {
        this.binding = binding;
    }

    Class<? extends MapKeeperYcsbClient> binding() {
        return binding;
    }

    /** As the command line spells it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
