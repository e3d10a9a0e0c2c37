package io.grizzlythrift.samples.mapkeeper.ycsb;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Properties;

/** YCSB's core workloads, by their usual letters. */
public enum YcsbWorkload {
    /** Reads and updates, half and half. */
    A,
    /** Mostly reads, few updates. */
    B,
    /** Reads only. */
    C,
    /** Mostly reads of the latest records, few inserts. */
    D,
    /** Mostly short scans, few inserts. */
    E,
    /** Reads and read-modify-writes, half and half. */
    F;

    /**
     * {@return YCSB's properties for this workload: those of workload a, overridden by those in the file of this
     * workload}
     */
    public Properties properties() {
        Properties properties = new Properties();
        load(properties, A);
        load(properties, this);
        return properties;
    }

    private static void load(Properties into, YcsbWorkload workload) {
        try (InputStream file = YcsbWorkload.class.getResourceAsStream("workload-" + workload + ".properties")) {
            into.load(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read workload " + workload, e);
        }
    }

    /** {@return the letter in lower case, as on a command line} */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
