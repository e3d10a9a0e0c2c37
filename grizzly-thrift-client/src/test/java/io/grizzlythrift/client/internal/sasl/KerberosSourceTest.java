package io.grizzlythrift.client.internal.sasl;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNotEquals;
import static org.testng.Assert.assertNotSame;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.client.security.SaslCredentials;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Date;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import javax.security.auth.Subject;
import javax.security.auth.kerberos.KerberosPrincipal;
import javax.security.auth.kerberos.KerberosTicket;
import javax.security.auth.login.LoginException;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests when Kerberos tickets are obtained and renewed, with a KDC and a clock of the test. */
@SuppressWarnings("JavaUtilDate") // the JDK's tickets have no other times
public class KerberosSourceTest {
    private static final KerberosPrincipal ALICE = new KerberosPrincipal("alice@EXAMPLE.COM");
    private static final KerberosPrincipal TGS = new KerberosPrincipal("krbtgt/EXAMPLE.COM@EXAMPLE.COM");
    private static final long LIFE = TimeUnit.HOURS.toMillis(10);

    private final AtomicLong millis = new AtomicLong(1_000_000);
    private Threads threads;
    private boolean down;
    private int logins;

    private final class Threads implements SaslThreads {
        private final Queue<Runnable> logins = new ArrayDeque<>();
        private Runnable task;
        private long nanos = -1;

        @Override
        public void runAuthentication(Runnable step) {
            step.run();
        }

        @Override
        public void runLogin(Runnable login) {
            logins.add(login);
        }

        @Override
        public LongConsumer alarm(Runnable what) {
            task = what;
            return time -> nanos = time;
        }

        /** Moves the clock to the time of the alarm, and renews. */
        void ring() {
            millis.addAndGet(TimeUnit.NANOSECONDS.toMillis(nanos));
            nanos = -1;
            task.run();
            logins.remove().run();
        }
    }

    @BeforeMethod
    void create() {
        threads = new Threads();
        down = false;
        logins = 0;
    }

    private KerberosSource source() {
        return new KerberosSource("client", this::logIn, true, threads, millis::get);
    }

    private Subject logIn() throws LoginException {
        logins++;
        if (down) {
            throw new LoginException("no KDC");
        }
        return subject(TGS);
    }

    private Subject subject(KerberosPrincipal server) {
        Date now = new Date(millis.get());
        Date end = new Date(millis.get() + LIFE);
        Subject subject = new Subject();
        subject.getPrincipals().add(ALICE);
        subject.getPrivateCredentials()
                .add(new KerberosTicket(
                        new byte[1], ALICE, server, new byte[16], 17, new boolean[32], now, now, end, null, null));
        return subject;
    }

    @Test
    public void oneLoginServesManyConnections() throws Exception {
        KerberosSource source = source();
        Login first = source.current();
        assertSame(source.current(), first);
        assertEquals(first.principal(), ALICE.getName());
        assertEquals(logins, 1);
    }

    @Test
    public void aTicketIsRenewedBeforeItEnds() throws Exception {
        KerberosSource source = source();
        Login first = source.current();
        assertEquals(TimeUnit.NANOSECONDS.toMillis(threads.nanos), LIFE / 5 * 4);
        threads.ring();
        Login second = source.current();
        assertEquals(logins, 2);
        assertNotSame(second, first);
        assertNotEquals(second.fingerprint(), first.fingerprint());
        assertTrue(threads.nanos > 0, "the next renewal is not planned");
    }

    @Test
    public void aFailedRenewalIsRepeatedAndTheTicketServesOn() throws Exception {
        KerberosSource source = source();
        Login first = source.current();
        down = true;
        threads.ring();
        assertSame(source.current(), first);
        assertEquals(TimeUnit.NANOSECONDS.toSeconds(threads.nanos), 60);
        down = false;
        threads.ring();
        assertNotSame(source.current(), first);
    }

    /** A hundred connections must not ask a KDC that is down, nor have it lock the account. */
    @Test
    public void aFailedLoginIsNotRepeatedAtOnce() throws Exception {
        KerberosSource source = source();
        down = true;
        for (int i = 0; i < 100; i++) {
            expectThrows(LoginException.class, source::current);
        }
        assertEquals(logins, 1);
        down = false;
        millis.addAndGet(KerberosSource.MIN_RETRY_MILLIS);
        source.current();
        assertEquals(logins, 2);
    }

    @Test
    public void anEndedTicketIsReplacedWhenItIsNeeded() throws Exception {
        KerberosSource source = source();
        Login first = source.current();
        millis.addAndGet(LIFE);
        assertNotSame(source.current(), first);
    }

    @Test
    public void aClosedSourceRenewsNothing() throws Exception {
        KerberosSource source = source();
        source.current();
        source.close();
        threads.ring();
        assertEquals(logins, 1);
        assertEquals(threads.nanos, -1);
    }

    /** Its owner renews the ticket. */
    @Test
    public void aSubjectOfTheUser() throws Exception {
        Subject subject = subject(TGS);
        KerberosSource source = new KerberosSource("client", () -> subject, false, threads, millis::get);
        Object first = source.current().fingerprint();
        assertEquals(threads.nanos, -1);
        millis.addAndGet(1_000);
        subject.getPrivateCredentials().addAll(subject(TGS).getPrivateCredentials());
        assertNotEquals(source.current().fingerprint(), first);
    }

    @Test
    public void aSubjectWithoutTicket() {
        Subject subject = subject(new KerberosPrincipal("probe/host@EXAMPLE.COM"));
        KerberosSource source = new KerberosSource("client", () -> subject, false, threads, millis::get);
        LoginException thrown = expectThrows(LoginException.class, source::current);
        assertTrue(thrown.getMessage().contains("ticket-granting ticket"), thrown.getMessage());
    }

    @Test
    public void optionsOfTheLogin() {
        Map<String, ?> keytab = KerberosSource.optionsOf(SaslCredentials.kerberosKeytab("etl", Path.of("etl.keytab"))
                        .build())
                .orElseThrow();
        assertEquals(keytab.get("principal"), "etl");
        assertEquals(keytab.get("keyTab"), "etl.keytab");
        Map<String, ?> cache = KerberosSource.optionsOf(
                        SaslCredentials.kerberosTicketCache(Path.of("cache")).build())
                .orElseThrow();
        assertEquals(cache.get("ticketCache"), "cache");
        assertEquals(cache.get("renewTGT"), "true");
        assertEquals(cache.get("doNotPrompt"), "true");
    }
}
