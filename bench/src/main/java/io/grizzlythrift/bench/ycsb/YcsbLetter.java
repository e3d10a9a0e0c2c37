package io.grizzlythrift.bench.ycsb;

import io.grizzlythrift.samples.mapkeeper.YcsbWorkload;
import java.util.Locale;

/** YCSB's core workloads, by the letters that everybody calls them by. */
public enum YcsbLetter {
    /** Reads and updates, half and half. */
    A,
    /** Reads, and few updates. */
    B,
    /** Reads only. */
    C,
    /** Reads of what was inserted last, and few inserts. */
    D,
    /** Short scans, and few inserts. */
    E,
    /** Reads, and read-modify-writes, half and half. */
    F;

    /** What YCSB is told. All are the sample's workload a, but for what their files say. */
    YcsbWorkload workload() {
        YcsbWorkload a = YcsbWorkload.a();
        return this == A ? a : a.with(YcsbWorkload.read(YcsbLetter.class, "workload-" + this + ".properties"));
    }

    /** As the command line spells it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
