package io.grizzlythrift.bench.chaos.child;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** Histograms of latencies in microseconds, and their encoding as text. */
public final class Latencies {
    private static final long LONGEST_MICROS = TimeUnit.MINUTES.toMicros(10);
    private static final int DIGITS = 3;

    private Latencies() {}

    /**
     * Creates an empty histogram.
     *
     * @return a histogram for latencies of up to ten minutes
     */
    public static Histogram empty() {
        return new Histogram(LONGEST_MICROS, DIGITS);
    }

    /**
     * Encodes a histogram.
     *
     * @param micros a histogram
     * @return text for {@link #decode}
     */
    public static String encode(Histogram micros) {
        ByteBuffer buffer = ByteBuffer.allocate(micros.getNeededByteBufferCapacity());
        int length = micros.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }

    /**
     * Decodes a histogram.
     *
     * @param text an encoded histogram
     * @return the histogram
     */
    public static Histogram decode(String text) {
        try {
            return Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(text)), LONGEST_MICROS);
        } catch (DataFormatException e) {
            throw new IllegalArgumentException("not a histogram: " + text, e);
        }
    }
}
