package io.grizzlythrift.bench.ycsb;

import io.grizzlythrift.samples.mapkeeper.ycsb.MapKeeperYcsbClient;
import java.util.Locale;

/** The clients with which YCSB can call MapKeeper. */
public enum YcsbClient {
    /** libthrift's blocking socket, one per YCSB thread. */
    LIBTHRIFT(MapKeeperYcsbClient.class),
    /** The client of this library, shared by all YCSB threads, with few connections. */
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
