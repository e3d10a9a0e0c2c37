package io.grizzlythrift.bench.ycsb;

import io.grizzlythrift.bench.service.ServedService;
import java.util.Locale;
import java.util.Map;

/** What is behind the MapKeeper service. */
public enum YcsbStore {
    /** Keeps the records; YCSB checks what it reads. */
    MEMORY(ServedService.MAPKEEPER),
    /** Answers at once, the same to everyone, so there is nothing that YCSB could check. */
    STUB(ServedService.MAPKEEPER_STUB);

    private final ServedService service;

    YcsbStore(ServedService service) {
        this.service = service;
    }

    ServedService service() {
        return service;
    }

    /** What YCSB must be told about it. */
    Map<String, String> properties() {
        return this == STUB ? Map.of("dataintegrity", "false") : Map.of();
    }

    /** As the command line spells it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
