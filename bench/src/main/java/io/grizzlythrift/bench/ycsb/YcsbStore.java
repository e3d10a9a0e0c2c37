package io.grizzlythrift.bench.ycsb;

import io.grizzlythrift.bench.service.BundledService;
import java.util.Locale;

/** The stores that a MapKeeper server can use. */
public enum YcsbStore {
    /** Keeps the records in memory; YCSB checks the values that it reads. */
    MEMORY(BundledService.MAPKEEPER),
    /** Replies at once, always with the same record, so YCSB has nothing to check. */
    STUB(BundledService.MAPKEEPER_STUB);

    private final BundledService service;

    YcsbStore(BundledService service) {
        this.service = service;
    }

    /** {@return the service of the server} */
    BundledService service() {
        return service;
    }

    /** {@return whether reads return the values written} */
    boolean keepsRecords() {
        return this == MEMORY;
    }

    /** {@return the name in lower case, as on the command line} */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
