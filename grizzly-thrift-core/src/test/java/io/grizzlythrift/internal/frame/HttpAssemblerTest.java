package io.grizzlythrift.internal.frame;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.internal.memory.MemoryBudget;
import io.grizzlythrift.memory.MemoryPart;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that requests are found however their bytes arrive, and that other bytes are rejected. */
public class HttpAssemblerTest {
    private static final int MAX_FRAME_BYTES = 10_000;
    private static final int MAX_HEAD_BYTES = 2_000;
    private static final String HEAD = "POST /path?query HTTP/1.1\r\nHost: h\r\n";

    /** A connection, starting with the detection of its dialect. */
    private static final class Wire {
        private final AtomicLong clock = new AtomicLong();
        private final MemoryBudget budget = new MemoryBudget(Long.MAX_VALUE);
        private final List<String> events = new ArrayList<>();
        private MessageAssembler assembler = new DialectDetector(
                MAX_FRAME_BYTES,
                MAX_HEAD_BYTES,
                Dialect.withHttp(Dialect.supported()),
                budget.open(),
                clock::get,
                successor -> assembler = successor);

        Wire take(String text) throws FrameException {
            byte[] read = ("....." + text + ".").getBytes(ISO_8859_1);
            FrameBatch batch = assembler.take(read, 5, read.length - 1);
            if (batch != null) {
                assertEquals(batch.size(), 0);
                batch.http().forEach(event -> events.add(words(event)));
            }
            return this;
        }

        long partialBytes() {
            return budget.usedBytes(MemoryPart.PARTIAL_FRAMES);
        }

        private static String words(HttpEvent event) {
            if (event instanceof HttpEvent.Request request) {
                RequestHead head = request.head();
                return head.method()
                        + ' '
                        + head.path()
                        + ' '
                        + new String(request.body(), 0, request.bodyBytes(), ISO_8859_1)
                        + (head.isKeepAlive() ? "" : " last");
            }
            return event instanceof HttpEvent.Rejection rejection
                    ? rejection.cause().status() + " " + rejection.cause().getMessage()
                    : "continue";
        }
    }

    private static final String STREAM = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"
            + HEAD + "Content-Length: 5\r\n\r\nhello"
            + "\r\n" // tolerated
            + HEAD + "Transfer-Encoding: chunked\r\n\r\n4\r\nwiki\r\n1A;name=\"x\"\r\nabcdefghijklmnopqrstuvwxyz\r\n"
            + "0\r\nTrailer: value\r\nAnother: one\r\n\r\n"
            + HEAD + "Content-Length: 300\r\n\r\n" + "x".repeat(300)
            + HEAD + "transfer-encoding: Chunked\r\n\r\n0\r\n\r\n"
            + "HEAD http://host:80/health/live HTTP/1.1\r\nHost: h\r\n\r\n"
            + "OPTIONS * HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n"
            + "DELETE http://host HTTP/1.1\r\nHost: h\r\nConnection: TE , Close\r\n\r\n"
            + "ignored";

    private static final List<String> REQUESTS = List.of(
            "GET / ",
            "POST /path hello",
            "POST /path wikiabcdefghijklmnopqrstuvwxyz",
            "POST /path " + "x".repeat(300),
            "POST /path ",
            "HEAD /health/live ",
            "OPTIONS * ",
            "DELETE /  last");

    @Test
    void cutAnywhere() throws Exception {
        for (int cut = 0; cut <= STREAM.length(); cut++) {
            Wire wire = new Wire().take(STREAM.substring(0, cut)).take(STREAM.substring(cut));
            assertEquals(wire.events, REQUESTS, "cut at " + cut);
            assertEquals(wire.assembler.incompleteNumber(), 0);
            assertEquals(wire.partialBytes(), 0);
        }
    }

    @Test
    void inPieces() throws Exception {
        for (int seed = 0; seed < 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Wire wire = new Wire();
            for (int from = 0; from < STREAM.length(); ) {
                int to = Math.min(STREAM.length(), from + 1 + random.nextInt(1 << seed % 9));
                wire.take(STREAM.substring(from, to));
                from = to;
            }
            assertEquals(wire.events, REQUESTS, "seed " + seed);
            assertEquals(wire.partialBytes(), 0);
        }
    }

    @DataProvider
    static Object[][] rejected() {
        String large = "x".repeat(MAX_HEAD_BYTES);
        return new Object[][] {
            {"GET / HTTP/1.1\r\n\r\n", "400 there must be one header Host"},
            {"GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n", "400 there must be one header Host"},
            {"GET /  HTTP/1.1\r\nHost: h\r\n\r\n", "400 the request line is invalid"},
            {"GET \r\nHost: h\r\n\r\n", "400 the request line is invalid"},
            {"GET /\u00e4 HTTP/1.1\r\nHost: h\r\n\r\n", "400 the request line is invalid"},
            {"GET / HTTP/1.1\nHost: h\n\n", "400 a line does not end with CR LF"},
            {"GET / HTTP/1.1\r\rHost: h\r\n\r\n", "400 a line does not end with CR LF"},
            {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "505 the version is neither HTTP/1.1 nor HTTP/1.0"},
            {HEAD + "Content-Length : 5\r\n\r\nhello", "400 a header is invalid"},
            {HEAD + " folded: line\r\n\r\n", "400 a header is invalid"},
            {HEAD + "no colon\r\n\r\n", "400 a header is invalid"},
            {HEAD + "Name: a\0b\r\n\r\n", "400 a header is invalid"},
            {HEAD + "Content-Length: 5\r\nContent-Length: 6\r\n\r\n", "400 the Content-Length is invalid"},
            {HEAD + "Content-Length: +5\r\n\r\n", "400 the Content-Length is invalid"},
            {HEAD + "Content-Length: -1\r\n\r\n", "400 the Content-Length is invalid"},
            {HEAD + "Content-Length: 5, 5\r\n\r\n", "400 the Content-Length is invalid"},
            {HEAD + "Content-Length: 9999999999999999999\r\n\r\n", "400 the Content-Length is invalid"},
            {HEAD + "Content-Length: 10001\r\n\r\n", "413 the body is too large, maxFrameBytes is 10000"},
            {
                HEAD + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
                "400 there are both Transfer-Encoding and Content-Length"
            },
            {HEAD + "Transfer-Encoding: gzip, chunked\r\n\r\n", "501 the only known Transfer-Encoding is chunked"},
            {"POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", "400 HTTP/1.0 has no Transfer-Encoding"},
            {HEAD + "Expect: a miracle\r\n\r\n", "417 the only known expectation is 100-continue"},
            {HEAD + "Transfer-Encoding: chunked\r\n\r\nxyz\r\n", "400 the length of a chunk is invalid"},
            {HEAD + "Transfer-Encoding: chunked\r\n\r\n\r\n", "400 the length of a chunk is invalid"},
            {HEAD + "Transfer-Encoding: chunked\r\n\r\n2711\r\n", "413 the body is too large, maxFrameBytes is 10000"},
            {
                HEAD + "Transfer-Encoding: chunked\r\n\r\n" + "0".repeat(300) + "\r\n",
                "400 the length of a chunk has more than 256 bytes"
            },
            {
                HEAD + "Transfer-Encoding: chunked\r\n\r\n1;" + "x".repeat(300) + "\r\n",
                "400 the length of a chunk has more than 256 bytes"
            },
            {HEAD + "Transfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n", "400 a chunk does not end with CR LF"},
            {HEAD + "Name: " + large + "\r\n\r\n", "431 the head has more than 2000 bytes, which is maxHttpHeadBytes"},
            {
                HEAD + "Transfer-Encoding: chunked\r\n\r\n0\r\nName: " + large + "\r\n\r\n",
                "431 the trailer has more than 2000 bytes, which is maxHttpHeadBytes"
            },
        };
    }

    /** The timeout keeps running, and the following bytes are not read as a request. */
    @Test(dataProvider = "rejected")
    void notARequest(String bytes, String words) throws Exception {
        String good = "GET / HTTP/1.1\r\nHost: h\r\n\r\n";
        Wire whole = new Wire().take(good + bytes + good).take(good);
        assertEquals(whole.events, List.of("GET / ", words));
        assertTrue(whole.assembler.incompleteNumber() != 0);
        assertEquals(whole.partialBytes(), 0);
        Wire bytewise = new Wire();
        for (String piece : (good + bytes + good).split("", -1)) {
            bytewise.take(piece);
        }
        assertEquals(bytewise.events, whole.events);
        assertEquals(bytewise.partialBytes(), 0);
    }

    /** Tests the largest body and head. */
    @Test
    void atTheLimits() throws Exception {
        String body = "x".repeat(MAX_FRAME_BYTES);
        assertEquals(
                new Wire().take(HEAD + "Content-Length: 10000\r\n\r\n" + body).events, List.of("POST /path " + body));
        assertEquals(
                new Wire().take(HEAD + "Transfer-Encoding: chunked\r\n\r\n2710\r\n" + body + "\r\n0\r\n\r\n").events,
                List.of("POST /path " + body));
        String start = "GET / HTTP/1.1\r\nHost: h\r\nName: ";
        String filled = start + "x".repeat(MAX_HEAD_BYTES - start.length() - 4) + "\r\n\r\n";
        assertEquals(filled.length(), MAX_HEAD_BYTES);
        assertEquals(new Wire().take(filled).events, List.of("GET / "));
    }

    @Test
    void continueOnlyIfTheBodyHasNotBegun() throws Exception {
        String head = HEAD + "Content-Length: 2\r\nExpect: 100-Continue\r\n\r\n";
        assertEquals(new Wire().take(head).take("ab").events, List.of("continue", "POST /path ab"));
        assertEquals(new Wire().take(head + "a").take("b").events, List.of("POST /path ab"));
        String none = HEAD + "Content-Length: 0\r\nExpect: 100-continue\r\n\r\n";
        assertEquals(new Wire().take(none).events, List.of("POST /path "));
        String old = "POST / HTTP/1.0\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\n";
        assertEquals(new Wire().take(old).take("a").events, List.of("POST / a last"));
    }

    @Test
    void incompleteSinceTheFirstByte() throws Exception {
        Wire wire = new Wire();
        wire.clock.set(100);
        wire.take("GE").take("T / HTT");
        wire.clock.set(200);
        wire.take("P/1.1\r\nHost: h\r\n");
        assertTrue(wire.assembler.incompleteNumber() != 0);
        assertEquals(wire.assembler.incompleteSince(), 100);
        wire.take("\r\n");
        assertEquals(wire.assembler.incompleteNumber(), 0);
        wire.clock.set(300);
        wire.take(HEAD + "Content-Length: 2\r\n\r\n");
        assertEquals(wire.assembler.incompleteSince(), 300);
        wire.clock.set(400);
        wire.take("a");
        assertEquals(wire.assembler.incompleteSince(), 300);
        wire.take("b");
        assertEquals(wire.assembler.incompleteNumber(), 0);
        wire.take("\r\n");
        assertEquals(wire.assembler.incompleteNumber(), 0, "an empty line is no request");
    }

    /** A declared length takes no memory until bytes arrive. */
    @Test
    void memoryFollowsWhatArrives() throws Exception {
        String head = HEAD + "Content-Length: 10000\r\n\r\n";
        int headBytes =
                RequestHead.parse(head.getBytes(ISO_8859_1), 0, head.length()).heapBytes();
        Wire wire = new Wire().take(head);
        assertEquals(wire.partialBytes(), headBytes);
        wire.take("a");
        long bodyBytes = wire.partialBytes() - headBytes;
        assertTrue(bodyBytes > 0 && bodyBytes <= PartialFrame.FIRST_CAPACITY, bodyBytes + " bytes");
        wire.take("a".repeat(9999));
        assertEquals(wire.partialBytes(), 0);
    }

    /** Tests the head of a request whose body turns out to be invalid. */
    @Test
    void memoryOfRejectedRequests() throws Exception {
        Wire wire = new Wire().take(HEAD + "Transfer-Encoding: chunked\r\n\r\n");
        assertTrue(wire.partialBytes() > 0, wire.partialBytes() + " bytes");
        wire.take("no length");
        assertEquals(wire.events.size(), 1);
        assertEquals(wire.partialBytes(), 0);
    }

    @Test
    void headersByName() throws Exception {
        byte[] bytes =
                "GET / HTTP/1.1\r\nHost: h\r\nX-Trace:  a \r\nx-trace:\tb\r\nEmpty:\r\n\r\n".getBytes(ISO_8859_1);
        RequestHead head = RequestHead.parse(bytes, 0, bytes.length);
        assertEquals(head.headers().get("x-TRACE"), List.of("a", "b"));
        assertEquals(head.headers().get("empty"), List.of(""));
        assertNull(head.headers().get("absent"));
        assertEquals(head.contentType(), "");
    }
}
