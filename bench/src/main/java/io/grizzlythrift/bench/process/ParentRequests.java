package io.grizzlythrift.bench.process;

import static java.util.Objects.requireNonNull;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Handles requests of the parent process to a server: one line of reply for each line of request.
 *
 * <pre>
 *   {@link ServerProcess}  ------ heap -----------&gt;  standard input of the server
 *                  &lt;----- heap 12345678 ---  its standard output
 * </pre>
 */
public final class ParentRequests {
    /** Asks for the bytes of the live heap. */
    static final String HEAP = "heap";

    private static final Pattern HEAP_ANSWER = Pattern.compile(HEAP + " (\\d+)");

    private final LongSupplier liveHeapBytes;

    /**
     * Prepares the answers.
     *
     * @param liveHeapBytes collects garbage and measures what is left
     */
    public ParentRequests(LongSupplier liveHeapBytes) {
        this.liveHeapBytes = requireNonNull(liveHeapBytes, "liveHeapBytes");
    }

    /**
     * Answers on the calling thread until the input ends.
     *
     * @param in the requests
     * @param out gets the answers; flushed after each
     * @throws IOException if the input breaks
     */
    public void answer(Reader in, PrintWriter out) throws IOException {
        BufferedReader lines = new BufferedReader(in);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            out.println(line.equals(HEAP) ? HEAP + " " + liveHeapBytes.getAsLong() : "no request '" + line + "'");
            out.flush();
        }
    }

    /** The bytes out of an answer to {@link #HEAP}. */
    static long heapBytes(String answer) throws IOException {
        Matcher heap = HEAP_ANSWER.matcher(answer);
        if (!heap.matches()) {
            throw new IOException("expected the live heap of the server, but it says: " + answer);
        }
        return Long.parseLong(heap.group(1));
    }
}
