package io.grizzlythrift.scorecard.server;

import java.io.IOException;
import java.util.Locale;

/**
 * The memory of a server.
 *
 * @param heapBytes heap in use after a collection
 * @param directBytes size of direct buffers
 */
public record Memory(long heapBytes, long directBytes) {
    public static final long MEGABYTE = 1 << 20;

    public static Memory of(ServerChild server) throws IOException {
        return new Memory(server.heapBytes(), server.state("directBytes"));
    }

    public long bytes() {
        return heapBytes + directBytes;
    }

    public static String megabytes(long bytes) {
        return String.format(Locale.ROOT, "%.1f MB", (double) bytes / MEGABYTE);
    }

    @Override
    public String toString() {
        return megabytes(heapBytes) + " of heap, " + megabytes(directBytes) + " direct";
    }
}
