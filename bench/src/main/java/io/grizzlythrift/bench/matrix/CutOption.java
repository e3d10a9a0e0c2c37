package io.grizzlythrift.bench.matrix;

import java.util.Locale;

/** The options that filter a preset. */
enum CutOption {
    SERVERS,
    CLIENTS,
    PROTOCOLS,
    SIZES,
    CONNECTIONS;

    /** {@return the name on the command line, without dashes} */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
