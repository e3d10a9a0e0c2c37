package io.grizzlythrift.internal.sasl;

import io.grizzlythrift.internal.metrics.CounterRecorder;
import io.grizzlythrift.internal.metrics.LimitReporter;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.security.Identity;
import io.grizzlythrift.security.QualityOfProtection;
import io.grizzlythrift.security.SaslConfig;
import io.grizzlythrift.security.SaslMechanism;
import io.grizzlythrift.strategy.internal.util.LogLimiter;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.security.auth.Subject;
import javax.security.sasl.Sasl;
import javax.security.sasl.SaslException;
import org.glassfish.grizzly.Connection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What all negotiations of a server share: the mechanisms, the threads that evaluate responses, limits, counters and the log.
 * Thread-safe. The queue of the threads cannot be full: each negotiation has at most one response in it, and there are no more
 * negotiations than it has room for.
 */
final class SaslNegotiations implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SaslFilter.class);

    /** How long an idle thread stays. */
    private static final long KEEP_ALIVE_SECONDS = 30;

    private static final int MAX_TEXT_CHARS = 300;

    private final SaslConfig config;
    private final CounterRecorder counters;
    private final LimitReporter limits;
    private final Map<String, Optional<Subject>> subjects = new HashMap<>();
    private final FailuresPerAddress failures;
    private final LogLimiter failureLog = new LogLimiter(System::nanoTime);
    private final ThreadPoolExecutor threads;

    SaslNegotiations(SaslConfig config, String serverName, CounterRecorder counters, LimitReporter limits) {
        this.config = config;
        this.counters = counters;
        this.limits = limits;
        config.mechanisms().forEach(offered -> subjects.put(offered.name(), KeytabLogin.subjectOf(offered)));
        failures = new FailuresPerAddress(config.maxFailuresPerAddress(), config.failureWindow(), System::nanoTime);
        threads = new ThreadPoolExecutor(
                config.threads(),
                config.threads(),
                KEEP_ALIVE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(config.maxNegotiations()),
                threadsNamed(serverName + "-sasl-"));
        threads.allowCoreThreadTimeOut(true);
    }

    private static ThreadFactory threadsNamed(String prefix) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, prefix + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    SaslConfig config() {
        return config;
    }

    CounterRecorder counters() {
        return counters;
    }

    FailuresPerAddress failures() {
        return failures;
    }

    /** Runs the evaluation of a response. */
    void execute(Runnable evaluation) {
        threads.execute(evaluation);
    }

    /** Forgets an evaluation. Returns whether it had not begun. */
    boolean remove(Runnable evaluation) {
        return threads.remove(evaluation);
    }

    /** Begins the exchange of a mechanism with one client. Runs on a thread for SASL. */
    SaslExchange newExchange(SaslMechanism mechanism, Supplier<Optional<Identity>> certificate) throws SaslException {
        if (mechanism.plainVerifier().isPresent()) {
            return new PlainExchange(mechanism.plainVerifier().get());
        }
        if (mechanism.name().equals(SaslMechanism.EXTERNAL)
                && mechanism.callbackHandler().isEmpty()) {
            return new ExternalExchange(certificate.get(), mechanism.impersonation());
        }
        Map<String, Object> properties = new HashMap<>();
        properties.put(
                Sasl.QOP,
                config.qualitiesOfProtection().stream()
                        .map(QualityOfProtection::saslName)
                        .collect(Collectors.joining(",")));
        properties.putAll(mechanism.properties());
        return new ProviderExchange(mechanism, properties, subjects.get(mechanism.name()));
    }

    /** Counts and logs a limit. */
    void reached(LimitType limit, Supplier<String> message) {
        limits.reached(limit, 1, message);
    }

    /** Logs that a client was refused, without a secret; at most one line per second. */
    void logRefused(Connection<?> connection, String mechanism, Optional<String> claimed, String reason) {
        failureLog.log(suppressed -> LOG.warn(
                "closed {}: SASL {}{}: {}{}",
                connection.getPeerAddress(),
                mechanism,
                claimed.map(name -> " of '" + clean(name) + "'").orElse(""),
                clean(reason),
                LogLimiter.suffix(suppressed)));
    }

    /** Shortens text that a peer may have sent, and replaces what could forge a log line. */
    static String clean(String text) {
        String cut = text.length() > MAX_TEXT_CHARS ? text.substring(0, MAX_TEXT_CHARS) + "..." : text;
        return cut.replaceAll("[\\p{Cc}\\p{Cf}\\u2028\\u2029]", "?");
    }

    /** Stops the threads. Negotiations fail with their connections. */
    @Override
    public void close() {
        threads.shutdownNow();
    }
}
