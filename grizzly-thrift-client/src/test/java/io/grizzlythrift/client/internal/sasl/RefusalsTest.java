package io.grizzlythrift.client.internal.sasl;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests when a server that refused credentials is tried again. */
public class RefusalsTest {
    private static final String SERVER = "db:9090";
    private final SaslFailure why = new SaslFailure("SASL PLAIN as alice: refused", null);

    private final AtomicLong clock = new AtomicLong();
    private Refusals refusals;

    @BeforeMethod
    void create() {
        refusals = new Refusals(clock::get);
    }

    private boolean mayTry(String server, Object fingerprint) {
        return refusals.reasonToWait(server, fingerprint).isEmpty();
    }

    @Test
    public void thePauseDoublesUpToAMinute() {
        long pause = TimeUnit.SECONDS.toNanos(1);
        for (int i = 0; i < 10; i++) {
            refusals.refused(SERVER, "one", why);
            clock.addAndGet(pause - 1);
            assertFalse(mayTry(SERVER, "one"), "after " + i);
            clock.addAndGet(1);
            assertTrue(mayTry(SERVER, "one"), "after " + i);
            pause = Math.min(2 * pause, TimeUnit.MINUTES.toNanos(1));
        }
    }

    @Test
    public void otherCredentialsAndServersNeedNotWait() {
        refusals.refused(SERVER, "one", why);
        assertFalse(mayTry(SERVER, "one"));
        assertTrue(mayTry(SERVER, "another"));
        assertTrue(mayTry("other:1", "one"));
        assertTrue(refusals.isRefused(SERVER));
        assertFalse(refusals.isRefused("other:1"));
    }

    @Test
    public void successForgetsTheRefusal() {
        refusals.refused(SERVER, "one", why);
        refusals.accepted(SERVER);
        assertTrue(mayTry(SERVER, "one"));
        assertFalse(refusals.isRefused(SERVER));
    }

    @Test
    public void theReasonSaysWhen() {
        refusals.refused(SERVER, "one", why);
        SaslFailure reason = refusals.reasonToWait(SERVER, "one").orElseThrow();
        assertEquals(
                reason.getMessage(), "SASL PLAIN as alice: refused; the same credentials are tried again in 1000 ms");
    }

    @Test
    public void theOldestIsForgotten() {
        for (int i = 0; i <= 1_000; i++) {
            refusals.refused("host:" + i, "one", why);
        }
        assertFalse(refusals.isRefused("host:0"));
        assertTrue(refusals.isRefused("host:1"));
    }
}
