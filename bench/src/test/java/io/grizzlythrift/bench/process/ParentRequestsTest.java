package io.grizzlythrift.bench.process;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.expectThrows;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.concurrent.atomic.AtomicLong;
import org.testng.annotations.Test;

/** Lines between a server and the process that started it. */
public final class ParentRequestsTest {
    /** A line for a line; the heap is measured anew for each. */
    @Test
    public void answersEachLine() throws IOException {
        AtomicLong bytes = new AtomicLong(41);
        StringWriter out = new StringWriter();
        new ParentRequests(bytes::incrementAndGet)
                .answer(new StringReader("heap\nstack\nheap\n"), new PrintWriter(out));
        assertEquals(out.toString().lines().toList().toString(), "[heap 42, no request 'stack', heap 43]");
    }

    /** What the other side makes of them. */
    @Test
    public void readsAnswers() throws IOException {
        assertEquals(ParentRequests.heapBytes("heap 12345678901"), 12_345_678_901L);
        IOException other = expectThrows(IOException.class, () -> ParentRequests.heapBytes("no request 'heap'"));
        assertEquals(other.getMessage(), "expected the live heap of the server, but it says: no request 'heap'");
    }
}
