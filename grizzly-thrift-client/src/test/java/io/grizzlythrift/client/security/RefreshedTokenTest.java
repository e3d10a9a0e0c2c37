package io.grizzlythrift.client.security;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.security.RefreshedToken.Token;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.testing.server.ProbeHandler;
import io.grizzlythrift.client.testing.server.TestServer;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.Await;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests a token with a clock of the test, and as a header of calls. */
public class RefreshedTokenTest {
    private static final Duration LIFE = Duration.ofMinutes(10);

    private final AtomicLong clock = new AtomicLong();
    private final Queue<CompletableFuture<Token>> fetches = new ArrayDeque<>();
    private final List<Duration> delays = new ArrayList<>();
    private Runnable next;
    private RefreshedToken token;

    @BeforeMethod
    void create() {
        fetches.clear();
        delays.clear();
        next = null;
        token = new RefreshedToken(this::fetch, this::later, clock::get);
    }

    private CompletableFuture<Token> fetch() {
        CompletableFuture<Token> fetch = new CompletableFuture<>();
        fetches.add(fetch);
        return fetch;
    }

    private Runnable later(Runnable task, Duration delay) {
        next = task;
        delays.add(delay);
        return () -> next = null;
    }

    private void complete(String value) {
        fetches.remove().complete(new Token(value, LIFE));
    }

    private void passDelay() {
        clock.addAndGet(delays.get(delays.size() - 1).toNanos());
        next.run();
    }

    @Test
    public void lifeOfTokens() {
        token.fetch();
        CompletableFuture<String> ready = token.ready().toCompletableFuture();
        assertFalse(ready.isDone());
        assertEquals(expectThrows(IllegalStateException.class, token::get).getMessage(), "no token yet");
        complete("one");
        assertEquals(ready.join(), "one");
        assertEquals(token.get(), "one");
        assertFalse(token.toString().contains("one"), token.toString());
        assertEquals(delays, List.of(LIFE.multipliedBy(4).dividedBy(5)));

        passDelay();
        assertEquals(token.get(), "one", "while the next one is on its way");
        complete("two");
        assertEquals(token.get(), "two");

        passDelay();
        RuntimeException down = new RuntimeException("issuer down");
        fetches.remove().completeExceptionally(down);
        assertEquals(delays.get(2), Duration.ofSeconds(1));
        assertEquals(token.get(), "two");
        for (int seconds : new int[] {2, 4, 8, 16, 32, 60, 60}) {
            next.run();
            fetches.remove().completeExceptionally(down);
            assertEquals(delays.get(delays.size() - 1), Duration.ofSeconds(seconds));
        }
        clock.addAndGet(LIFE.toNanos());
        String ended = expectThrows(IllegalStateException.class, token::get).getMessage();
        assertTrue(ended.contains("ended") && ended.contains("issuer down"), ended);
        next.run();
        complete("three");
        assertEquals(token.get(), "three");

        Runnable waiting = next;
        token.close();
        assertNull(next, "the wait goes on");
        waiting.run();
        assertTrue(fetches.isEmpty());
        assertEquals(token.get(), "three");
    }

    /** The function may return a token, or fail, after the close. */
    @Test
    public void nothingWaitsAfterTheClose() {
        token.fetch();
        token.close();
        complete("late");
        assertNull(next);
        token.fetch();
        assertTrue(fetches.isEmpty());
    }

    /** A token may live longer than the application whose class loader it would keep. */
    @Test(timeOut = 60_000)
    public void theTimerForgetsAClosedToken() {
        WeakReference<RefreshedToken> closed = closedToken();
        Await.that("the timer keeps it", () -> {
            System.gc();
            return closed.refersTo(null);
        });
    }

    private static WeakReference<RefreshedToken> closedToken() {
        RefreshedToken used = RefreshedToken.of(() -> CompletableFuture.completedFuture(new Token("one", LIFE)));
        used.close();
        return new WeakReference<>(used);
    }

    @Test
    public void bounds() {
        expectThrows(IllegalArgumentException.class, () -> new Token("x", Duration.ZERO));
        assertEquals(new Token("x", LIFE).toString(), "Token[life=PT10M]");
        expectThrows(IllegalArgumentException.class, () -> CallOptions.create().withHeader(" ", () -> ""));
    }

    @Test(timeOut = 60_000)
    public void callsCarryTheToken() throws Exception {
        Probe.Iface handler = new ProbeHandler() {
            @Override
            public String echo(String name) {
                return CallContext.current().orElseThrow().header(name).orElse("none");
            }
        };
        try (TestServer server = TestServer.of(ThriftServer.builder()
                        .listen(TestServer.HOST, 0)
                        .processor(new Probe.Processor<>(handler))
                        .build()
                        .start());
                ThriftClient client = PatientClient.builder()
                        .endpoint(TestServer.HOST, server.port())
                        .dialect(Dialect.HEADER)
                        .interceptor(token.bearer())
                        .build()) {
            Probe.Iface calls = client.stub(Probe.Iface.class);
            CallFailedException early = expectThrows(CallFailedException.class, () -> calls.echo("authorization"));
            assertEquals(early.failure(), FailureCause.REFUSED);
            token.fetch();
            complete("one");
            assertEquals(calls.echo("authorization"), "Bearer one");

            Queue<String> values = new ArrayDeque<>(List.of("first", "second"));
            Probe.Iface own =
                    client.stub(Probe.Iface.class, CallOptions.create().withHeader("tenant", values::remove));
            assertEquals(own.echo("tenant"), "first");
            assertEquals(own.echo("tenant"), "second");
            CallFailedException none = expectThrows(CallFailedException.class, () -> own.echo("tenant"));
            assertEquals(none.failure(), FailureCause.REFUSED);
            assertEquals(calls.echo("tenant"), "none");
        }
    }
}
