package io.grizzlythrift.bench.ycsb;

import io.grizzlythrift.bench.service.ServedService;
import java.util.Locale;

/** The stores that can be behind the MapKeeper service. */
public enum YcsbStore {
    /** Keeps the records in memory; YCSB checks what it reads. */
    MEMORY(ServedService.MAPKEEPER),
    /** Replies at once, always with the same record, so YCSB has nothing to check. */
    STUB(ServedService.MAPKEEPER_STUB);

    private final ServedService service;

    YcsbStore(ServedService service) {
        this.service = service;
    }

    /** {@return the service of the server} */
    ServedService service() {
        return service;
    }

    /** {@return whether reads return what was written} */
    boolean keepsRecords() {
        return this == MEMORY;
    }

    /** {@return the name in lower case, as on the command line} */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
