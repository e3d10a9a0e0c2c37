package io.grizzlythrift.bench.results;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.grizzlythrift.bench.machine.Machine;

/** One run of a comparison, as its file holds it. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = LoadMeasurement.class, name = "load"),
    @JsonSubTypes.Type(value = MemoryMeasurement.class, name = "memory"),
    @JsonSubTypes.Type(value = YcsbMeasurement.class, name = "ycsb")
})
public sealed interface Measurement permits LoadMeasurement, MemoryMeasurement, YcsbMeasurement {
    /**
     * Where in its comparison the run belongs.
     *
     * @return never null
     */
    Occasion occasion();

    /**
     * Which processes took part.
     *
     * @return never null
     */
    Setup setup();

    /**
     * Whether everything was answered rightly.
     *
     * @return if false, the figures mean nothing
     */
    boolean valid();

    /**
     * Why it is not valid.
     *
     * @return empty if it is
     */
    String problem();

    /**
     * When the run ended.
     *
     * @return ISO 8601
     */
    String date();

    /**
     * Where it ran.
     *
     * @return never null
     */
    Machine machine();
}
