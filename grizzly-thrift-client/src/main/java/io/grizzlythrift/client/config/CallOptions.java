package io.grizzlythrift.client.config;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.call.CallPriority;
import io.grizzlythrift.internal.header.HeaderMap;
import io.grizzlythrift.strategy.internal.util.Bounds;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Options for the calls of one stub or transport, which override those of the client. Immutable.
 *
 * <p>To set options for a single call, create a stub and use it once. The first stub of an interface costs far more
 * than a call; later stubs of the same client cost less than a call:
 *
 * <pre>{@code
 * AtomicReference<Map<String, String>> replyHeaders = new AtomicReference<>(Map.of());
 * CallOptions options = CallOptions.create()
 *         .withHeader("request-id", "17")
 *         .onReplyHeaders(replyHeaders::set);
 * int sum = client.stub(Calculator.Iface.class, options).add(1, 2);
 * String servedBy = replyHeaders.get().get("served-by");
 * }</pre>
 */
public final class CallOptions {
    /** The shortest timeout of a call: 1 ms. */
    public static final Duration MIN_TIMEOUT = Duration.ofMillis(1);

    /** The longest timeout of a call: 24 hours. */
    public static final Duration MAX_TIMEOUT = Duration.ofHours(24);

    private static final CallOptions NONE = new CallOptions(
            Optional.empty(), HeaderMap.NONE, Map.of(), Optional.empty(), Optional.empty(), false, Optional.empty());

    private final Optional<Duration> timeout;
    private final HeaderMap headers;
    private final Map<String, Supplier<String>> computedHeaders;
    private final Optional<Consumer<Map<String, String>>> replyHeaders;

    private final Optional<CallContext> inherited;
    private final boolean inheritingNothing;
    private final Optional<Object> routingKey;

    private CallOptions(
            Optional<Duration> timeout,
            HeaderMap headers,
            Map<String, Supplier<String>> computedHeaders,
            Optional<Consumer<Map<String, String>>> replyHeaders,
            Optional<CallContext> inherited,
            boolean inheritingNothing,
            Optional<Object> routingKey) {
        this.routingKey = routingKey;
        this.inherited = inherited;
        this.inheritingNothing = inheritingNothing;
        this.timeout = timeout;
        this.headers = headers;
        this.computedHeaders = computedHeaders;
        this.replyHeaders = replyHeaders;
    }

    /** {@return options that override nothing} */
    public static CallOptions create() {
        return NONE;
    }

    /**
     * Returns these options with another timeout.
     *
     * @param callTimeout the time from the start of each call to its deadline, 1 ms to 24 hours
     * @return new options
     * @throws IllegalArgumentException if out of bounds
     */
    public CallOptions withTimeout(Duration callTimeout) {
        return new CallOptions(
                Optional.of(Bounds.requireBetween("timeout", callTimeout, MIN_TIMEOUT, MAX_TIMEOUT)),
                headers,
                computedHeaders,
                replyHeaders,
                inherited,
                inheritingNothing,
                routingKey);
    }

    /**
     * Returns these options with a header that each call carries. It replaces a header with the same name, including
     * one of the client. Retries and hedges carry it, too. Needs a client whose dialect is {@code HEADER}.
     *
     * @param name not blank; case-insensitive
     * @param value any text
     * @return new options
     * @throws IllegalArgumentException if the name is blank, or all headers together exceed 64 KiB, counting the name
     *     and the value of each in UTF-8 and 160 bytes more
     */
    public CallOptions withHeader(String name, String value) {
        return new CallOptions(
                timeout,
                headers.with(name, value),
                computedHeaders,
                replyHeaders,
                inherited,
                inheritingNothing,
                routingKey);
    }

    /**
     * Returns these options with a header whose value is computed for each attempt at a call, such as a token: see {@link
     * io.grizzlythrift.client.security.RefreshedToken}. It replaces a header with the same name, including one of the client.
     * Needs a client whose dialect is {@code HEADER}.
     *
     * @param name not blank; case-insensitive
     * @param value returns any text; called on the thread that starts the attempt, before interceptors; must not block. If it
     *     throws, or the headers exceed their limit, the call fails with {@link
     *     io.grizzlythrift.client.call.FailureCause#REFUSED}
     * @return new options
     * @throws IllegalArgumentException if the name is blank
     */
    public CallOptions withHeader(String name, Supplier<String> value) {
        HeaderMap.NONE.with(name, ""); // checks the name
        Map<String, Supplier<String>> computed = new LinkedHashMap<>(computedHeaders);
        computed.put(name, Objects.requireNonNull(value, "value"));
        return new CallOptions(
                timeout,
                headers,
                Collections.unmodifiableMap(computed),
                replyHeaders,
                inherited,
                inheritingNothing,
                routingKey);
    }

    /**
     * Returns these options with a priority, which each call carries in the header {@value CallPriority#HEADER}. While
     * calls wait, servers that support priorities run calls of a higher priority first. Needs a client whose dialect is
     * {@code HEADER}.
     *
     * @param priority the priority of each call
     * @return new options
     */
    public CallOptions withPriority(CallPriority priority) {
        return withHeader(CallPriority.HEADER, priority.headerValue());
    }

    /**
     * Returns these options with a consumer of the headers of each reply, which replaces one that was set before. It
     * gets an unmodifiable map with case-insensitive names. It is called once for each call that ends with a reply,
     * either a result or an exception, before its caller sees the end: on the calling thread of a blocking stub or a
     * transport, and otherwise on the thread that runs the callback or completes the future, which it must not block.
     * If several threads call the stub at once, the consumer must be thread-safe. An exception that it throws is logged
     * and counted, and has no other effect. Needs a client whose dialect is {@code HEADER}.
     *
     * @param consumer gets the headers of a reply by name
     * @return new options
     */
    public CallOptions onReplyHeaders(Consumer<Map<String, String>> consumer) {
        return new CallOptions(
                timeout,
                headers,
                computedHeaders,
                Optional.of(Objects.requireNonNull(consumer, "consumer")),
                inherited,
                inheritingNothing,
                routingKey);
    }

    /**
     * Returns these options for calls that an asynchronous handler makes on behalf of a call of its server, on any
     * thread. Their deadline is no later than that of the server's call, if its client gave it a {@linkplain
     * CallContext#clientTimeout() timeout}. They end with {@link io.grizzlythrift.client.call.FailureCause#CANCELLED}
     * when that call is {@linkplain CallContext#isCancelled() cancelled} before it ends. By default, a call inherits
     * from the server's call that runs on the calling thread, if there is one.
     *
     * @param call the call of the server
     * @return new options
     */
    public CallOptions inheriting(CallContext call) {
        return new CallOptions(
                timeout,
                headers,
                computedHeaders,
                replyHeaders,
                Optional.of(Objects.requireNonNull(call, "call")),
                false,
                routingKey);
    }

    /**
     * Returns these options for calls that inherit nothing from the server's call in whose handler they are made, such
     * as calls that must complete even if nobody waits for them any more.
     *
     * @return new options
     */
    public CallOptions inheritingNothing() {
        return new CallOptions(timeout, headers, computedHeaders, replyHeaders, Optional.empty(), true, routingKey);
    }

    /**
     * Returns these options with a routing key: with {@link io.grizzlythrift.client.balance.Balancer#rendezvous}, calls
     * with the same key go to the same server. It takes precedence over {@link
     * io.grizzlythrift.client.ThriftClientBuilder#routingKey}, which computes the key from the arguments of each call.
     *
     * @param key an object whose hash code is the same in every process, such as a String, a number or a byte array
     * @return new options
     */
    public CallOptions withRoutingKey(Object key) {
        return new CallOptions(
                timeout,
                headers,
                computedHeaders,
                replyHeaders,
                inherited,
                inheritingNothing,
                Optional.of(Objects.requireNonNull(key, "key")));
    }

    /** {@return the routing key of each call; empty to use the function of the client, if it has one} */
    public Optional<Object> routingKey() {
        return routingKey;
    }

    /**
     * {@return the server's call from which each call inherits; empty for the one on the calling thread, or for none}
     */
    public Optional<CallContext> inherited() {
        return inherited;
    }

    /** {@return whether each call inherits from the server's call that runs on the calling thread} */
    public boolean inheritsFromThread() {
        return inherited.isEmpty() && !inheritingNothing;
    }

    /** {@return the timeout of a call; empty for {@link ThriftClientConfig#callTimeout()}} */
    public Optional<Duration> timeout() {
        return timeout;
    }

    /** {@return the headers that each call carries in addition to {@link ThriftClientConfig#headers()}, by name} */
    public Map<String, String> headers() {
        return headers.asMap();
    }

    /** {@return what computes further headers of each call, by name; unmodifiable} */
    public Map<String, Supplier<String>> computedHeaders() {
        return computedHeaders;
    }

    /** {@return the consumer of the headers of each reply} */
    public Optional<Consumer<Map<String, String>>> replyHeaders() {
        return replyHeaders;
    }

    /** {@return the options that override those of the client; for headers, only their names} */
    @Override
    public String toString() {
        StringJoiner options = new StringJoiner(", ", "CallOptions[", "]");
        timeout.ifPresent(time -> options.add("timeout=" + time));
        if (!headers.isEmpty()) {
            options.add("headers=" + headers);
        }
        if (!computedHeaders.isEmpty()) {
            options.add("computedHeaders=" + computedHeaders.keySet());
        }
        replyHeaders.ifPresent(consumer -> options.add("replyHeaders=" + consumer));
        inherited.ifPresent(call -> options.add("inheriting=" + call.method()));
        if (inheritingNothing) {
            options.add("inheritingNothing");
        }
        routingKey.ifPresent(key -> options.add("routingKey=" + key));
        return options.toString();
    }
}
