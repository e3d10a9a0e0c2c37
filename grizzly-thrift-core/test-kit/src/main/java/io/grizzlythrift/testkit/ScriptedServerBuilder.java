package io.grizzlythrift.testkit;

import io.grizzlythrift.testkit.internal.ServiceTypes;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/** Builds a {@link ScriptedServer}. Not thread-safe. */
public final class ScriptedServerBuilder {
    /** The default of {@link #maxMessageBytes}: 64 MiB. */
    public static final int DEFAULT_MAX_MESSAGE_BYTES = 64 << 20;

    /** The longest {@link #awaitTimeout}: one hour. */
    public static final Duration MAX_AWAIT_TIMEOUT = Duration.ofHours(1);

    private static final int MAX_PORT = 65_535;
    private static final int MIN_MESSAGE_BYTES = 64;

    final Map<String, ServiceTypes> services = new LinkedHashMap<>();
    int port;
    int maxMessageBytes = DEFAULT_MAX_MESSAGE_BYTES;
    Duration awaitTimeout = Duration.ofSeconds(20);
    Optional<SSLContext> tls = Optional.empty();

    ScriptedServerBuilder() {}

    /**
     * Adds a service, so that calls of it are decoded. Multiplexed calls name it as the IDL does. Repeatable.
     *
     * @param generated the generated class of the service, such as {@code Calculator.class}
     * @return this
     * @throws IllegalArgumentException if it is not such a class, or the name is already used
     */
    public ScriptedServerBuilder service(Class<?> generated) {
        return service(ServiceTypes.of(generated).name(), generated);
    }

    /**
     * Adds a service under a name of its own. Repeatable.
     *
     * @param name the name in multiplexed calls
     * @param generated the generated class of the service
     * @return this
     * @throws IllegalArgumentException if it is not such a class, or the name is already used
     */
    public ScriptedServerBuilder service(String name, Class<?> generated) {
        ServiceTypes types = ServiceTypes.of(generated);
        if (services.putIfAbsent(Objects.requireNonNull(name, "name"), types) != null) {
            throw new IllegalArgumentException("service name '" + name + "' is already used");
        }
        return this;
    }

    /**
     * Sets the port. Default: 0, any free port.
     *
     * @param number 0 to 65535
     * @return this
     * @throws IllegalArgumentException if out of bounds
     */
    public ScriptedServerBuilder port(int number) {
        if (number < 0 || number > MAX_PORT) {
            throw new IllegalArgumentException("port is " + number + ", must be between 0 and " + MAX_PORT);
        }
        port = number;
        return this;
    }

    /**
     * Sets the size of the largest message that the server reads, also after decompression. Default: {@value
     * #DEFAULT_MAX_MESSAGE_BYTES} bytes.
     *
     * @param bytes 64 bytes to 1 GiB
     * @return this
     * @throws IllegalArgumentException if out of bounds
     */
    public ScriptedServerBuilder maxMessageBytes(int bytes) {
        if (bytes < MIN_MESSAGE_BYTES || bytes > 1 << 30) {
            throw new IllegalArgumentException(
                    "maxMessageBytes is " + bytes + ", must be between " + MIN_MESSAGE_BYTES + " and " + (1 << 30));
        }
        maxMessageBytes = bytes;
        return this;
    }

    /**
     * Sets how long {@link ScriptedServer#awaitCall(String)} and the like wait before they fail. They return as soon as the
     * call arrives, so set a time that no slow machine exceeds. Default: 20 seconds.
     *
     * @param time 1 ms to {@link #MAX_AWAIT_TIMEOUT}
     * @return this
     * @throws IllegalArgumentException if out of bounds
     */
    public ScriptedServerBuilder awaitTimeout(Duration time) {
        if (time.toMillis() < 1 || time.compareTo(MAX_AWAIT_TIMEOUT) > 0) {
            throw new IllegalArgumentException(
                    "awaitTimeout is " + time + ", must be between PT0.001S and " + MAX_AWAIT_TIMEOUT);
        }
        awaitTimeout = time;
        return this;
    }

    /**
     * Accepts connections with TLS only. Default: without TLS.
     *
     * @param context contains the certificate of the server
     * @return this
     */
    public ScriptedServerBuilder tls(SSLContext context) {
        tls = Optional.of(Objects.requireNonNull(context, "tls"));
        return this;
    }

    /**
     * Starts the server.
     *
     * @return a server that listens
     * @throws java.io.UncheckedIOException if the port cannot be bound
     */
    public ScriptedServer start() {
        return new ScriptedServer(this);
    }
}
