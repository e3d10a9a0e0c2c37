package io.grizzlythrift.client.config;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.call.CallPriority;
import io.grizzlythrift.header.HeaderMap;
import io.grizzlythrift.option.Bounds;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.Consumer;

/**
 * Options of the calls of one stub or transport, which override those of the client. Immutable.
 *
 * <p>Options of a single call are those of a stub that is used once. The first stub of an interface costs far more than a
 * call; further ones of the same client cost less than a call:
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
            Optional.empty(), HeaderMap.NONE, Optional.empty(), Optional.empty(), false, Optional.empty());

    private final Optional<Duration> timeout;
    private final HeaderMap headers;
    private final Optional<Consumer<Map<String, String>>> replyHeaders;

    private final Optional<CallContext> inherited;
    private final boolean inheritingNothing;
    private final Optional<Object> routingKey;

    private CallOptions(
            Optional<Duration> timeout,
            HeaderMap headers,
            Optional<Consumer<Map<String, String>>> replyHeaders,
            Optional<CallContext> inherited,
            boolean inheritingNothing,
            Optional<Object> routingKey) {
        this.routingKey = routingKey;
        this.inherited = inherited;
        this.inheritingNothing = inheritingNothing;
        this.timeout = timeout;
        this.headers = headers;
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
                replyHeaders,
                inherited,
                inheritingNothing,
                routingKey);
    }

    /**
     * Returns these options with a header that each call carries, in place of one with the same name, also of the client.
     * Further attempts at a call carry it, too. Needs a client whose dialect is {@code HEADER}.
     *
     * @param name not blank; upper and lower case are the same
     * @param value any text
     * @return new options
     * @throws IllegalArgumentException if the name is blank, or all headers count more than {@value
     *     HeaderMap#MAX_BYTES} bytes: each counts its name and its value, and {@value HeaderMap#PAIR_BYTES} more
     */
    public CallOptions withHeader(String name, String value) {
        return new CallOptions(
                timeout, headers.with(name, value), replyHeaders, inherited, inheritingNothing, routingKey);
    }

    /**
     * Returns these options with a priority, which each call carries in the header {@value CallPriority#HEADER}. Servers that
     * serve priorities run calls of higher ones first while calls wait. Needs a client whose dialect is {@code HEADER}.
     *
     * @param priority the priority of each call
     * @return new options
     */
    public CallOptions withPriority(CallPriority priority) {
        return withHeader(CallPriority.HEADER, priority.headerValue());
    }

    /**
     * Returns these options with a consumer of the headers of each reply, in place of one that was set before. It gets an
     * unmodifiable map that ignores the case of names, and is called once for each call that ends with a reply, be that a
     * result or an exception, before its caller sees the end: on the calling thread of a blocking stub or a transport, and
     * otherwise on the thread that runs the callback or completes the future, which it must not block. If several threads
     * call the stub at once, the consumer must be thread-safe. What it throws is logged and counted, and has no other
     * effect. Needs a client whose dialect is {@code HEADER}.
     *
     * @param consumer takes the headers of a reply by name
     * @return new options
     */
    public CallOptions onReplyHeaders(Consumer<Map<String, String>> consumer) {
        return new CallOptions(
                timeout,
                headers,
                Optional.of(Objects.requireNonNull(consumer, "consumer")),
                inherited,
                inheritingNothing,
                routingKey);
    }

    /**
     * Returns these options for calls that are made on behalf of a call of a server, on any thread: for asynchronous
     * handlers. Their deadline is no later than that of the server's call, if its client gave it a {@linkplain
     * CallContext#clientTimeout() timeout}, and they end with {@link io.grizzlythrift.client.call.FailureCause#CANCELLED}
     * when that call is {@linkplain CallContext#isCancelled() cancelled} before it ends. By default, calls inherit this from
     * the call that runs on the thread that makes them, if one does.
     *
     * @param call the call of the server
     * @return new options
     */
    public CallOptions inheriting(CallContext call) {
        return new CallOptions(
                timeout, headers, replyHeaders, Optional.of(Objects.requireNonNull(call, "call")), false, routingKey);
    }

    /**
     * Returns these options for calls that have nothing to do with the call of a server in whose handler they are made: such
     * as calls that must complete although no caller waits for them any more.
     *
     * @return new options
     */
    public CallOptions inheritingNothing() {
        return new CallOptions(timeout, headers, replyHeaders, Optional.empty(), true, routingKey);
    }

    /**
     * Returns these options with a routing key: with {@link io.grizzlythrift.client.balance.Balancer#rendezvous}, calls of one key
     * go to one server. It takes precedence over the function of the client. {@link
     * io.grizzlythrift.client.ThriftClientBuilder#routingKey} makes the key of the arguments of each call.
     *
     * @param key has a {@code hashCode} that is the same in every process, such as a String, a number or a byte array
     * @return new options
     */
    public CallOptions withRoutingKey(Object key) {
        return new CallOptions(
                timeout,
                headers,
                replyHeaders,
                inherited,
                inheritingNothing,
                Optional.of(Objects.requireNonNull(key, "key")));
    }

    /** {@return the routing key of each call; empty for that of the client} */
    public Optional<Object> routingKey() {
        return routingKey;
    }

    /** {@return the call of a server from which each call inherits; empty for the one of the thread, or none} */
    public Optional<CallContext> inherited() {
        return inherited;
    }

    /** {@return whether each call inherits from the call of a server that runs on the thread that makes it} */
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

    /** {@return what gets the headers of each reply} */
    public Optional<Consumer<Map<String, String>>> replyHeaders() {
        return replyHeaders;
    }

    /** {@return the options that override those of the client; of headers, the names} */
    @Override
    public String toString() {
        StringJoiner options = new StringJoiner(", ", "CallOptions[", "]");
        timeout.ifPresent(time -> options.add("timeout=" + time));
        if (!headers.isEmpty()) {
            options.add("headers=" + headers);
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
