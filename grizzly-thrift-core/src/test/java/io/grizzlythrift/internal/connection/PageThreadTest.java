package io.grizzlythrift.internal.connection;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.test.LogCapture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import org.testng.annotations.Test;

/** Tests the responses to requests whose page is not made. */
@Test(timeOut = 60_000)
public final class PageThreadTest {
    private static int status(Responses.Content response) {
        return Integer.parseInt(new String(response.head(), ISO_8859_1).substring(9, 12));
    }

    private static PageThread thread() {
        return new PageThread("PageThreadTest", "page", "page of a test");
    }

    /** A decision that comes after the end of the server finds no thread to make the page. */
    @Test
    public void aStopIsNoError() {
        PageThread thread = thread();
        thread.close();
        try (LogCapture log = LogCapture.ofWarnings()) {
            assertEquals(status(thread.responseTo(new CompletionException(new RejectedExecutionException()))), 503);
            assertEquals(status(thread.responseTo(new RejectedExecutionException())), 503);
            assertEquals(status(thread.responseTo(new TimeoutException())), 503);
            assertEquals(log.count("page of a test"), 0, log.text());
        }
    }

    @Test
    public void aSlowApplicationIsNoError() {
        try (PageThread thread = thread();
                LogCapture log = LogCapture.ofWarnings()) {
            for (int i = 0; i < 1_000; i++) {
                assertEquals(status(thread.responseTo(new TimeoutException())), 503);
                assertEquals(status(thread.responseTo(new CompletionException(new TimeoutException()))), 503);
            }
            assertEquals(log.count("cannot be read"), 0, log.text());
            long lines = log.count("nobody has decided within 10 s who may see the page of a test");
            assertTrue(lines >= 1 && lines < 100, lines + " lines");
        }
    }

    @Test
    public void codeThatThrowsIsAnError() {
        try (PageThread thread = thread();
                LogCapture log = LogCapture.ofWarnings()) {
            assertEquals(status(thread.responseTo(new CompletionException(new IllegalStateException("mine")))), 500);
            assertEquals(log.count("the page of a test cannot be read"), 1, log.text());
        }
        try (PageThread thread = thread()) {
            assertEquals(status(thread.responseTo(new RejectedExecutionException("a pool of the application"))), 500);
        }
    }
}
