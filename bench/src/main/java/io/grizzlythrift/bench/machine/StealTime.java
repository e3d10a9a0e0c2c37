package io.grizzlythrift.bench.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Time that a hypervisor took from the cores of this machine, as Linux counts it in {@code /proc/stat}.
 *
 * @param stolen ticks taken by the hypervisor since boot, of all cores
 * @param all ticks of any kind since boot, of all cores
 */
public record StealTime(long stolen, long all) {
    private static final int STEAL = 7;
    private static final int FIELDS = 8;

    /** {@return the counters now; 0 if the system does not have them} */
    public static StealTime now() {
        try {
            return of(Files.readString(Path.of("/proc/stat")));
        } catch (IOException absent) {
            return new StealTime(0, 0);
        }
    }

    /** Reads the first line of {@code /proc/stat}. Later fields are parts of earlier ones. */
    static StealTime of(String stat) {
        String[] words = stat.lines().findFirst().orElse("").split("\\s+");
        if (!words[0].equals("cpu") || words.length <= FIELDS) {
            return new StealTime(0, 0);
        }
        long[] ticks =
                Arrays.stream(words, 1, 1 + FIELDS).mapToLong(Long::parseLong).toArray();
        return new StealTime(ticks[STEAL], Arrays.stream(ticks).sum());
    }

    /** {@return the share of the time since an earlier reading in percent; NaN if the system does not count it} */
    public double percentSince(StealTime earlier) {
        return 100.0 * (stolen - earlier.stolen) / (all - earlier.all);
    }
}
