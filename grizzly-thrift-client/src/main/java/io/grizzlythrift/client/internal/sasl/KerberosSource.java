package io.grizzlythrift.client.internal.sasl;

import io.grizzlythrift.client.security.SaslCredentials;
import io.grizzlythrift.strategy.internal.util.LogLimiter;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import javax.security.auth.Subject;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.AppConfigurationEntry.LoginModuleControlFlag;
import javax.security.auth.login.Configuration;
import javax.security.auth.login.LoginContext;
import javax.security.auth.login.LoginException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logins by Kerberos: with the subject of the user; or with one that holds a ticket from a keytab or a ticket cache, which this
 * source replaces by a new one before the ticket ends. A connection keeps the subject that it began with.
 *
 * <p>The first login runs on the thread of the negotiation that needs it, and others wait for it. Later ones run on a thread
 * of their own. After a login that failed, there is none for {@link #MIN_RETRY_MILLIS}, however many connections need one.
 *
 * <p>Thread-safe: the lock of this object is held during a login, and is never taken by a selector or a caller.
 */
final class KerberosSource implements Login.Source {
    /** The shortest time between logins after one that failed. */
    static final long MIN_RETRY_MILLIS = 1_000;

    /** The longest time until the next try if a ticket could not be renewed. */
    private static final long MAX_RETRY_MILLIS = 60_000;

    private static final int RETRIES_UNTIL_END = 10;
    private static final String MODULE = "com.sun.security.auth.module.Krb5LoginModule";
    private static final Logger LOG = LoggerFactory.getLogger(KerberosSource.class);

    /** Logs in a new subject. May block. */
    @FunctionalInterface
    interface Kdc {
        Subject logIn() throws LoginException;
    }

    private final String client;
    private final Kdc kdc;
    private final boolean isOwn;
    private final LongSupplier millis;
    private final LongConsumer renewal;
    private final LogLimiter log = new LogLimiter(System::nanoTime);

    /** Null until the first login. */
    private volatile KerberosLogin last;

    private volatile boolean closed;

    // Guarded by this.
    private LoginException failure;
    private long failedAt;

    /**
     * Creates a source.
     *
     * @param client the name of the client, for the log
     */
    KerberosSource(String client, SaslCredentials credentials, SaslThreads threads) {
        this(
                client,
                credentials.subject().isPresent()
                        ? () -> credentials.subject().get()
                        : () -> logIn(configuration(credentials)),
                credentials.subject().isEmpty(),
                threads,
                System::currentTimeMillis);
    }

    /**
     * Creates a source.
     *
     * @param isOwn whether this source renews the tickets
     * @param millis returns the time, as the tickets count it
     */
    KerberosSource(String client, Kdc kdc, boolean isOwn, SaslThreads threads, LongSupplier millis) {
        this.client = client;
        this.kdc = kdc;
        this.isOwn = isOwn;
        this.millis = millis;
        renewal = threads.alarm(() -> threads.runLogin(this::renew));
    }

    private static Subject logIn(Configuration configuration) throws LoginException {
        LoginContext context = new LoginContext("grizzly-thrift", new Subject(), null, configuration);
        context.login();
        return context.getSubject();
    }

    private static Configuration configuration(SaslCredentials credentials) {
        Map<String, String> options = new HashMap<>();
        options.put("doNotPrompt", "true");
        options.put("isInitiator", "true");
        options.put("refreshKrb5Config", "true");
        credentials.user().ifPresent(principal -> options.put("principal", principal));
        if (credentials.keytab().isPresent()) {
            options.put("useKeyTab", "true");
            options.put("keyTab", credentials.keytab().get().toString());
        } else {
            options.put("useTicketCache", "true");
            options.put("renewTGT", "true");
            credentials.ticketCache().ifPresent(file -> options.put("ticketCache", file.toString()));
        }
        AppConfigurationEntry[] entries = {new AppConfigurationEntry(MODULE, LoginModuleControlFlag.REQUIRED, options)};
        return new Configuration() {
            @Override
            public AppConfigurationEntry[] getAppConfigurationEntry(String name) {
                return entries;
            }
        };
    }

    @Override
    public Login current() throws LoginException {
        KerberosLogin known = last;
        return isOwn && known != null && known.endMillis() > millis.getAsLong() ? known : logInOnce();
    }

    private synchronized Login logInOnce() throws LoginException {
        long now = millis.getAsLong();
        if (isOwn && last != null && last.endMillis() > now) { // another thread has logged in
            return last;
        }
        if (failure != null && now - failedAt < MIN_RETRY_MILLIS) {
            throw failure;
        }
        return logIn();
    }

    /** Replaces the subject by one with a new ticket. Only with the lock held. */
    private Login logIn() throws LoginException {
        try {
            KerberosLogin login = new KerberosLogin(kdc.logIn());
            last = login;
            failure = null;
            if (isOwn && !closed) {
                renewal.accept(nanosUntilRenewal(login));
            }
            return login;
        } catch (LoginException e) {
            failure = e;
            failedAt = millis.getAsLong();
            throw e;
        }
    }

    /** Returns when four fifths of the life of a ticket have passed; a ticket cache may hold one that is older than that. */
    private long nanosUntilRenewal(KerberosLogin login) {
        long now = millis.getAsLong();
        long life = login.endMillis() - login.startMillis();
        long renewAt = login.startMillis() + life / 5 * 4;
        return TimeUnit.MILLISECONDS.toNanos(renewAt > now ? renewAt - now : retryMillis(login, now));
    }

    private static long retryMillis(KerberosLogin login, long now) {
        return Math.max(MIN_RETRY_MILLIS, Math.min(MAX_RETRY_MILLIS, (login.endMillis() - now) / RETRIES_UNTIL_END));
    }

    /** Runs on the thread for logins. */
    private synchronized void renew() {
        if (closed) {
            return;
        }
        KerberosLogin before = last;
        try {
            logIn();
        } catch (LoginException | RuntimeException e) {
            long now = millis.getAsLong();
            renewal.accept(TimeUnit.MILLISECONDS.toNanos(retryMillis(before, now)));
            log.log(suppressed -> LOG.warn(
                    "client '{}': the Kerberos ticket of {} ends in {} s and could not be renewed: {}{}",
                    client,
                    before.principal(),
                    TimeUnit.MILLISECONDS.toSeconds(before.endMillis() - now),
                    e.getMessage(),
                    LogLimiter.suffix(suppressed)));
        }
    }

    @Override
    public void close() {
        closed = true;
    }

    /** {@return the configuration of the login of these credentials, for tests} */
    static Optional<Map<String, ?>> optionsOf(SaslCredentials credentials) {
        return credentials.subject().isPresent()
                ? Optional.empty()
                : Optional.of(configuration(credentials)
                        .getAppConfigurationEntry("")[0]
                        .getOptions());
    }
}
