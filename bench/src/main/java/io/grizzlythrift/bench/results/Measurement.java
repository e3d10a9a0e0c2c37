package io.grizzlythrift.bench.results;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.grizzlythrift.bench.machine.Machine;

/** The result of one run of a comparison, as stored in a file. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = LoadMeasurement.class, name = "load"),
    @JsonSubTypes.Type(value = MemoryMeasurement.class, name = "memory"),
    @JsonSubTypes.Type(value = YcsbMeasurement.class, name = "ycsb"),
    @JsonSubTypes.Type(value = MicroMeasurement.class, name = "micro")
})
public sealed interface Measurement permits LoadMeasurement, MemoryMeasurement, YcsbMeasurement, MicroMeasurement {
    /**
     * Returns the place of the run in its comparison.
     *
     * @return never null
     */
    Occasion occasion();

    /**
     * Returns the processes of the run.
     *
     * @return never null
     */
    Setup setup();

    /**
     * Returns whether all replies were right.
     *
     * @return true if they were; if false, the figures mean nothing
     */
    boolean valid();

    /**
     * Returns the reason why the run is not valid.
     *
     * @return empty if it is valid
     */
    String problem();

    /**
     * Returns the time when the run ended.
     *
     * @return the time in ISO 8601
     */
    String date();

    /**
     * Returns the share of the measured time that a hypervisor took from the cores.
     *
     * @return percent; NaN if it was not recorded
     */
    Double stealPercent();

    /**
     * Returns the machine of the run.
     *
     * @return never null
     */
    Machine machine();
}
