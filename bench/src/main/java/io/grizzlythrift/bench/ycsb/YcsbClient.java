package io.grizzlythrift.bench.ycsb;

import io.grizzlythrift.samples.mapkeeper.ycsb.MapKeeperYcsbClient;
import java.util.Locale;

/** The clients that YCSB can call MapKeeper through. */
public enum YcsbClient {
    /** libthrift's blocking socket, one per YCSB thread. */
    LIBTHRIFT(MapKeeperYcsbClient.class),
    /** Our client, one for all YCSB threads, over few connections. */
    GRIZZLY(GrizzlyYcsbClient.class);

    private final Class<? extends MapKeeperYcsbClient> binding;

    YcsbClient(Class<? extends MapKeeperYcsbClient> binding) {
        this.binding = binding;
    }

    /** {@return YCSB's database binding} */
    Class<? extends MapKeeperYcsbClient> binding() {
        return binding;
    }

    /** {@return the name in lower case, as on the command line} */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
