package io.grizzlythrift.bench.process;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.expectThrows;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.testng.annotations.Test;

/** Lines between a process and its parent. */
public final class ChildRequestsTest {
    /** Each line has one reply, even if the request is unknown or fails; figures are read anew for each. */
    @Test
    public void answersEachLine() throws IOException {
        AtomicLong bytes = new AtomicLong(41);
        StringWriter out = new StringWriter();
        new ChildRequests()
                .on("heap", (arguments, figures) -> figures.put("bytes", bytes.incrementAndGet()))
                .on("wait", (arguments, figures) -> figures.put("waited", Long.valueOf(arguments.get(0))))
                .answer(new StringReader("heap\nstack\nheap\nwait 7\nwait x\n"), new PrintWriter(out));
        List<String> lines = out.toString().lines().toList();
        assertEquals(lines.get(0), "ok bytes=42");
        assertEquals(lines.get(1).replaceAll("\\[.*", ""), "failed no request 'stack' among ");
        assertEquals(lines.get(2), "ok bytes=43");
        assertEquals(lines.get(3), "ok waited=7");
        assertEquals(lines.get(4), "failed java.lang.NumberFormatException: For input string: \"x\"");
        assertEquals(lines.size(), 5);
    }

    /** The parent parses the replies. */
    @Test
    public void readsAnswers() throws IOException {
        assertEquals(ChildRequests.figures("ok bytes=12345678901 age=1"), Map.of("bytes", 12_345_678_901L, "age", 1L));
        assertEquals(ChildRequests.figures("ok"), Map.of());
        IOException other = expectThrows(IOException.class, () -> ChildRequests.figures("failed no request 'heap'"));
        assertEquals(other.getMessage(), "the process answers: failed no request 'heap'");
    }
}
