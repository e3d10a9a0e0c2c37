package io.grizzlythrift.security;

import io.grizzlythrift.strategy.internal.util.Bounds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * How a server authenticates clients by SASL, in the protocol of libthrift's {@code TSaslTransport}: the mechanisms that it
 * offers, whether a client must use one, and limits on clients that are not known yet. Immutable.
 *
 * <p>A connection is one of SASL if its first bytes are the start of a negotiation: status 1, a length, and the name of a
 * mechanism. Other connections are served as without SASL, unless it is {@linkplain Builder#required required}. After the
 * negotiation, the messages inside are a stream in any dialect that the server accepts; clients of libthrift send them {@link
 * io.grizzlythrift.frame.Dialect#UNFRAMED}.
 */
public final class SaslConfig {
    /** The default of {@link Builder#maxTokenBytes}: 64 KiB. */
    public static final int DEFAULT_MAX_TOKEN_BYTES = 64 * 1024;

    /** The default of {@link Builder#negotiationTimeout}: 10 seconds. */
    public static final Duration DEFAULT_NEGOTIATION_TIMEOUT = Duration.ofSeconds(10);

    /**
     * The default of {@link Builder#maxNegotiations}: {@value}, as many as a server has connections by default. A lower one
     * would let peers that stop half-way keep others from authenticating.
     */
    public static final int DEFAULT_MAX_NEGOTIATIONS = 10_000;

    /** The default of {@link Builder#threads}: {@value}. */
    public static final int DEFAULT_THREADS = 4;

    /** The default of {@link Builder#maxFailuresPerAddress}: {@value}. */
    public static final int DEFAULT_MAX_FAILURES_PER_ADDRESS = 100;

    /** The default of {@link Builder#failureWindow}: one minute. */
    public static final Duration DEFAULT_FAILURE_WINDOW = Duration.ofMinutes(1);

    private final Map<String, SaslMechanism> mechanisms;
    private final List<QualityOfProtection> qualities;
    private final Set<String> allowedWithoutTls;
    private final boolean required;
    private final int threads;
    private final int maxTokenBytes;
    private final Duration negotiationTimeout;
    private final int maxNegotiations;
    private final int maxFailuresPerAddress;
    private final Duration failureWindow;

    private SaslConfig(Builder builder) {
        mechanisms = new LinkedHashMap<>(builder.mechanisms);
        qualities = builder.qualityOfProtection;
        allowedWithoutTls = builder.allowWithoutTls;
        required = builder.required;
        threads = builder.threads;
        maxTokenBytes = builder.maxTokenBytes;
        negotiationTimeout = builder.negotiationTimeout;
        maxNegotiations = builder.maxNegotiations;
        maxFailuresPerAddress = builder.maxFailuresPerAddress;
        failureWindow = builder.failureWindow;
    }

    /**
     * Creates a builder.
     *
     * @return a builder with defaults; it needs at least one mechanism
     */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return the mechanisms in the order in which they were added, unmodifiable} */
    public List<SaslMechanism> mechanisms() {
        return List.copyOf(mechanisms.values());
    }

    /**
     * Returns the mechanism with a name.
     *
     * @param name as clients send it
     * @return empty if it is not offered
     */
    public Optional<SaslMechanism> mechanism(String name) {
        return Optional.ofNullable(mechanisms.get(name));
    }

    /** {@return what mechanisms may protect, the best first, unmodifiable} */
    public List<QualityOfProtection> qualitiesOfProtection() {
        return qualities;
    }

    /**
     * Returns whether a mechanism is refused on connections without TLS: PLAIN, unless it is allowed.
     *
     * @param mechanism the name of a mechanism
     * @return true if it needs TLS
     */
    public boolean needsTls(String mechanism) {
        return mechanism.equals(SaslMechanism.PLAIN) && !allowedWithoutTls.contains(mechanism);
    }

    /** {@return whether connections without SASL are refused} */
    public boolean required() {
        return required;
    }

    /** {@return the number of threads that evaluate responses, 1 to 256} */
    public int threads() {
        return threads;
    }

    /** {@return the largest token of a negotiation in bytes, 1 KiB to 16 MiB} */
    public int maxTokenBytes() {
        return maxTokenBytes;
    }

    /** {@return how long a negotiation may take, 100 ms to 10 minutes} */
    public Duration negotiationTimeout() {
        return negotiationTimeout;
    }

    /** {@return the largest number of negotiations at once, 1 to 1,000,000} */
    public int maxNegotiations() {
        return maxNegotiations;
    }

    /** {@return the largest number of failures of an address in a window, 1 to 1,000,000} */
    public int maxFailuresPerAddress() {
        return maxFailuresPerAddress;
    }

    /** {@return the window in which the failures of an address count, 1 second to 1 day} */
    public Duration failureWindow() {
        return failureWindow;
    }

    /** {@return all options with their names, without secrets} */
    @Override
    public String toString() {
        return "SaslConfig[mechanisms=" + mechanisms.values()
                + ", qualityOfProtection=" + qualities
                + ", required=" + required
                + ", allowWithoutTls=" + allowedWithoutTls
                + ", threads=" + threads
                + ", maxTokenBytes=" + maxTokenBytes
                + ", negotiationTimeout=" + negotiationTimeout
                + ", maxNegotiations=" + maxNegotiations
                + ", maxFailuresPerAddress=" + maxFailuresPerAddress
                + ", failureWindow=" + failureWindow + "]";
    }

    /** Builds a {@link SaslConfig}. Each option checks its bounds. Not thread-safe. */
    public static final class Builder {
        private final Map<String, SaslMechanism> mechanisms = new LinkedHashMap<>();
        private List<QualityOfProtection> qualityOfProtection = List.of(QualityOfProtection.AUTH);
        private Set<String> allowWithoutTls = Set.of();
        private boolean required;
        private int threads = DEFAULT_THREADS;
        private int maxTokenBytes = DEFAULT_MAX_TOKEN_BYTES;
        private Duration negotiationTimeout = DEFAULT_NEGOTIATION_TIMEOUT;
        private int maxNegotiations = DEFAULT_MAX_NEGOTIATIONS;
        private int maxFailuresPerAddress = DEFAULT_MAX_FAILURES_PER_ADDRESS;
        private Duration failureWindow = DEFAULT_FAILURE_WINDOW;

        private Builder() {}

        /**
         * Adds a mechanism. Repeatable; clients choose one by its name.
         *
         * @param mechanism with its callbacks
         * @return this
         * @throws IllegalArgumentException if there is one with the same name
         */
        public Builder mechanism(SaslMechanism mechanism) {
            if (mechanisms.putIfAbsent(mechanism.name(), mechanism) != null) {
                throw new IllegalArgumentException("mechanism '" + mechanism.name() + "' is already added");
            }
            return this;
        }

        /**
         * Sets what the messages of a connection may be protected against after its negotiation. The client chooses one of
         * these; to require encryption, set {@link QualityOfProtection#AUTH_CONF} alone. PLAIN and EXTERNAL never protect
         * messages; TLS does. Default: {@link QualityOfProtection#AUTH}.
         *
         * @param accepted one or more, in the order of preference
         * @return this
         * @throws IllegalArgumentException if there are none, or one is repeated
         */
        public Builder qualityOfProtection(QualityOfProtection... accepted) {
            List<QualityOfProtection> list = List.of(accepted);
            if (list.isEmpty() || new ArrayList<>(Set.copyOf(list)).size() < list.size()) {
                throw new IllegalArgumentException(
                        "qualityOfProtection is " + list + ", must be 1 to 3 different qualities");
            }
            qualityOfProtection = list;
            return this;
        }

        /**
         * Allows a mechanism that sends passwords in plain text on connections without TLS. Default: none.
         *
         * @param names {@code PLAIN}, or nothing
         * @return this
         * @throws IllegalArgumentException if a name is not that of a mechanism
         */
        public Builder allowWithoutTls(String... names) {
            for (String name : names) {
                SaslMechanism.requireName(name);
            }
            allowWithoutTls = Set.of(names);
            return this;
        }

        /**
         * Sets whether each connection must begin with SASL. Others are then terminated, which {@link
         * io.grizzlythrift.limits.LimitType#SASL_REQUIRED} counts, HTTP and its health checks included. Default: false.
         *
         * @param only true to refuse other connections
         * @return this
         */
        public Builder required(boolean only) {
            required = only;
            return this;
        }

        /**
         * Sets the number of threads that evaluate the responses of clients, which may block. A callback that hangs holds
         * one of them. Default: {@value #DEFAULT_THREADS}.
         *
         * @param count 1 to 256
         * @return this
         * @throws IllegalArgumentException if out of bounds
         */
        public Builder threads(int count) {
            threads = Bounds.requireBetween("threads", count, 1, 256);
            return this;
        }

        /**
         * Sets the largest token of a negotiation. Kerberos tickets with many groups have some 10 KiB. Default: 64 KiB.
         *
         * @param bytes 1 KiB to 16 MiB
         * @return this
         * @throws IllegalArgumentException if out of bounds
         */
        public Builder maxTokenBytes(int bytes) {
            maxTokenBytes = Bounds.requireBetween("maxTokenBytes", bytes, 1024, 16 * 1024 * 1024);
            return this;
        }

        /**
         * Sets how long a negotiation may take, callbacks included. With {@link #required}, the time begins with the
         * connection, or with the end of its TLS handshake, and otherwise with the first byte of SASL. Default: 10 seconds.
         *
         * @param timeout 100 ms to 10 minutes
         * @return this
         * @throws IllegalArgumentException if out of bounds
         */
        public Builder negotiationTimeout(Duration timeout) {
            negotiationTimeout = Bounds.requireBetween(
                    "negotiationTimeout", timeout, Duration.ofMillis(100), Duration.ofMinutes(10));
            return this;
        }

        /**
         * Sets how many connections may negotiate at once. A peer that stops half-way takes one place until the {@link
         * #negotiationTimeout}. Default: {@value #DEFAULT_MAX_NEGOTIATIONS}.
         *
         * @param count 1 to 1,000,000
         * @return this
         * @throws IllegalArgumentException if out of bounds
         */
        public Builder maxNegotiations(int count) {
            maxNegotiations = Bounds.requireBetween("maxNegotiations", count, 1, 1_000_000);
            return this;
        }

        /**
         * Sets how often clients at one address, or in one IPv6 network of 64 bits, may fail to authenticate within {@link
         * #failureWindow}. Further negotiations of that address are refused until the window ends. Default: {@value
         * #DEFAULT_MAX_FAILURES_PER_ADDRESS}.
         *
         * @param count 1 to 1,000,000
         * @return this
         * @throws IllegalArgumentException if out of bounds
         */
        public Builder maxFailuresPerAddress(int count) {
            maxFailuresPerAddress = Bounds.requireBetween("maxFailuresPerAddress", count, 1, 1_000_000);
            return this;
        }

        /**
         * Sets the window of {@link #maxFailuresPerAddress}, which begins with a failure. Default: one minute.
         *
         * @param window 1 second to 1 day
         * @return this
         * @throws IllegalArgumentException if out of bounds
         */
        public Builder failureWindow(Duration window) {
            failureWindow = Bounds.requireBetween("failureWindow", window, Duration.ofSeconds(1), Duration.ofDays(1));
            return this;
        }

        /**
         * Creates the configuration.
         *
         * @return immutable
         * @throws IllegalStateException if there is no mechanism, or {@link #allowWithoutTls} names one that is not added
         */
        public SaslConfig build() {
            if (mechanisms.isEmpty()) {
                throw new IllegalStateException("no mechanism: use mechanism(SaslMechanism)");
            }
            for (String name : allowWithoutTls) {
                if (!mechanisms.containsKey(Objects.requireNonNull(name, "name"))) {
                    throw new IllegalStateException(
                            "allowWithoutTls names " + name + ", must be one of " + mechanisms.keySet());
                }
            }
            return new SaslConfig(this);
        }
    }
}
