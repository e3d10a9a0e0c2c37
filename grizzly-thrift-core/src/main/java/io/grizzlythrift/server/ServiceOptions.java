package io.grizzlythrift.server;

import io.grizzlythrift.call.MethodOptions;
import io.grizzlythrift.call.PriorityClassifier;
import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.call.ServerInterceptor;
import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.internal.dispatch.ServerCatalog;
import io.grizzlythrift.internal.dispatch.ServiceConfig;
import io.grizzlythrift.internal.json.ReflectionService;
import io.grizzlythrift.internal.message.MessageProtocol;
import io.grizzlythrift.internal.metrics.SlowCallLog;
import io.grizzlythrift.internal.security.SecurityConfig;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.security.Authenticator;
import io.grizzlythrift.security.Authorizer;
import io.grizzlythrift.strategy.internal.util.Bounds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.apache.thrift.TProcessor;
import org.apache.thrift.TProcessorFactory;
import org.apache.thrift.protocol.TMultiplexedProtocol;
import org.apache.thrift.protocol.TProtocolFactory;
import org.jspecify.annotations.Nullable;

/**
 * The options that all servers share: processors, protocol, order of replies, limits and interceptors.
 *
 * @param <B> the builder itself
 */
public abstract class ServiceOptions<B extends ServiceOptions<B>> {
    private String name = "thrift";
    private Optional<TProtocolFactory> protocol = Optional.empty();
    private @Nullable TProcessorFactory processorFactory;
    private final Map<String, TProcessor> namedProcessors = new LinkedHashMap<>();
    private ReplyOrder replyOrder = ReplyOrder.REQUEST;
    private ServerLimits limits = ServerLimits.defaults();
    private final List<ServerInterceptor> interceptors = new ArrayList<>();
    private Optional<PriorityClassifier> priorities = Optional.empty();
    private Optional<Duration> slowCallThreshold = Optional.empty();
    private boolean interruptCancelledCalls;
    private final Map<String, MethodOptions> methods = new LinkedHashMap<>();
    private Optional<Authorizer> authorizer = Optional.empty();
    private Optional<Authenticator> authenticator = Optional.empty();
    private List<String> challenges = List.of();
    private boolean auditLog;
    private boolean jsonCalls;
    private boolean reflection;
    private Optional<ServiceCatalog> catalog = Optional.empty();
    private LongSupplier clock = System::nanoTime;

    /** Called by subclasses. */
    protected ServiceOptions() {}

    /** {@return this, as the type of the builder} */
    protected abstract B self();

    /**
     * Sets the name of the server. It is the prefix of the names of its threads, and appears in log lines and messages.
     * Default: {@code thrift}. For a filter it names the filter's two threads only; the threads of the strategy have
     * their own name.
     *
     * @param serverName not blank
     * @return this
     * @throws IllegalArgumentException if the name is blank
     */
    public B name(String serverName) {
        if (Objects.requireNonNull(serverName, "name").isBlank()) {
            throw new IllegalArgumentException("name is blank");
        }
        name = serverName;
        return self();
    }

    /**
     * Sets the only protocol of framed messages and of HTTP. Default: {@link io.grizzlythrift.message.ThriftProtocol#BINARY}
     * and {@link io.grizzlythrift.message.ThriftProtocol#COMPACT}; the first byte of each message tells which one it is, as
     * in the other dialects, whose messages this option does not affect.
     *
     * @param factory a {@link io.grizzlythrift.message.ThriftProtocol}, or any factory whose protocols use the standard
     *     scheme of generated code (all in libthrift except TTupleProtocol); each thread creates one protocol and reuses it
     *     for every call
     * @return this
     * @throws IllegalArgumentException if the protocol uses another scheme
     */
    public B protocol(TProtocolFactory factory) {
        protocol = Optional.of(MessageProtocol.requireUsable(factory));
        return self();
    }

    /**
     * Sets the processor for calls without a service name.
     *
     * @param processor a generated processor whose handler is thread-safe
     * @return this
     * @throws IllegalStateException if a processor or a factory is already set
     */
    public B processor(TProcessor processor) {
        return processorFactory(new TProcessorFactory(Objects.requireNonNull(processor, "processor")));
    }

    /**
     * Sets the factory that creates a processor for each connection. It is called once per connection, on the selector
     * thread that accepts it. The transport it receives implements {@link
     * org.apache.thrift.transport.SocketAddressProvider}; reading from that transport throws.
     *
     * @param factory creates processors; called by several selector threads at the same time
     * @return this
     * @throws IllegalStateException if a processor or a factory is already set
     */
    public B processorFactory(TProcessorFactory factory) {
        Objects.requireNonNull(factory, "processorFactory");
        if (processorFactory != null) {
            throw new IllegalStateException(
                    "a processor is already set; use service(name, processor) to serve several");
        }
        processorFactory = factory;
        return self();
    }

    /**
     * Adds a service for clients that use {@code TMultiplexedProtocol} with this name. Repeatable.
     *
     * @param serviceName not blank, without a colon, unique
     * @param processor a generated processor whose handler is thread-safe
     * @return this
     * @throws IllegalArgumentException if the name is blank, contains a colon, or is already used or reserved
     */
    public B service(String serviceName, TProcessor processor) {
        Objects.requireNonNull(processor, "processor");
        if (Objects.requireNonNull(serviceName, "service name").isBlank()
                || serviceName.contains(TMultiplexedProtocol.SEPARATOR)) {
            throw new IllegalArgumentException(
                    "service name '" + serviceName + "' must not be blank or contain a colon");
        }
        if (serviceName.equals(ReflectionService.NAME)) {
            throw new IllegalArgumentException("service name '" + serviceName + "' is reserved: use reflection(true)");
        }
        if (namedProcessors.putIfAbsent(serviceName, processor) != null) {
            throw new IllegalArgumentException("service name '" + serviceName + "' is already used");
        }
        return self();
    }

    /**
     * Sets the order in which replies are written. Default: {@link ReplyOrder#REQUEST}. Clients that use {@link
     * io.grizzlythrift.frame.Dialect#HEADER} choose the order themselves, by the out-of-order flag of the first frame
     * of a connection.
     *
     * @param order the order
     * @return this
     */
    public B replyOrder(ReplyOrder order) {
        replyOrder = Objects.requireNonNull(order, "replyOrder");
        return self();
    }

    /**
     * Sets the limits on connections, messages, calls, memory and time, all at once. Default: {@link ServerLimits#defaults()}.
     *
     * @param serverLimits the limits
     * @return this
     */
    public B limits(ServerLimits serverLimits) {
        limits = Objects.requireNonNull(serverLimits, "limits");
        return self();
    }

    /**
     * Adds an interceptor that runs around each call. Repeatable; the first one added is the outermost. Default: none,
     * at no cost.
     *
     * @param interceptor thread-safe
     * @return this
     */
    public B interceptor(ServerInterceptor interceptor) {
        interceptors.add(Objects.requireNonNull(interceptor, "interceptor"));
        return self();
    }

    /**
     * Runs calls with a higher priority first when calls wait for a thread. Lower priorities are not starved: each one
     * that waits gets at least one turn in twelve. Connections of the same priority share the threads fairly, as
     * without priorities, and a connection gets no more threads by using several priorities. Each priority leaves one
     * sixteenth of {@link ServerLimits#maxInFlight()} and of the queue to every higher one. Has no effect with {@code
     * same-thread}, which has no queue, with your own executor, or with {@code InOrderStrategy}.
     *
     * <p>With {@link ReplyOrder#REQUEST}, a call that overtakes an earlier one of its connection runs sooner, but its
     * reply waits for that of the earlier call.
     *
     * <p>Default: none, because any peer could give itself the highest priority. {@link PriorityClassifier#FROM_HEADER}
     * trusts all peers.
     *
     * @param classifier chooses the priority of each call
     * @return this
     */
    public B priorities(PriorityClassifier classifier) {
        priorities = Optional.of(Objects.requireNonNull(classifier, "priorities"));
        return self();
    }

    /**
     * Logs calls that take at least this long from their read to their reply, with the times they spent in the queue
     * and in the handler; at most one per second. The server then reads the clock at the end of each call. Default:
     * none.
     *
     * @param threshold 1 ms to 1 hour
     * @return this
     * @throws IllegalArgumentException if out of bounds
     */
    public B slowCallThreshold(Duration threshold) {
        slowCallThreshold = Optional.of(
                Bounds.requireBetween("slowCallThreshold", threshold, Duration.ofMillis(1), Duration.ofHours(1)));
        return self();
    }

    /**
     * Sets whether the thread of a running call is interrupted when the call is cancelled: when its connection closes
     * or its client cancels it; see {@link io.grizzlythrift.call.CallContext#isCancelled()}. The thread is interrupted
     * only while the handler runs on it, never afterwards. Oneway calls and asynchronous handlers are not interrupted.
     * Default: false, because not every handler survives an interrupt: for example, an interrupt closes the channels of
     * {@code java.nio} that the handler uses. If true, each call costs a few hundred nanoseconds more.
     *
     * @param interrupt true to interrupt them
     * @return this
     */
    public B interruptCancelledCalls(boolean interrupt) {
        interruptCancelledCalls = interrupt;
        return self();
    }

    /**
     * Gives a method its own threads, places in flight and timeouts. Calls run there in every dialect, protocol and
     * compression. The thread that reads a call recognizes it by its name; if the call is compressed, or its protocol is a
     * factory of your own, a thread of the server reads the name first. Repeatable; methods with the same options object
     * share its threads. Default: none, at no cost; otherwise the name of each call is looked up once more.
     *
     * <p>These calls take no places of {@link ServerLimits#maxInFlight()}; other limits of the server include them. With
     * {@link ReplyOrder#REQUEST}, the reply of a later call still waits for the reply of a slow earlier call of its
     * connection. With {@link io.grizzlythrift.strategy.InOrderStrategy} as the strategy of the server, calls of a
     * method with its own threads are not ordered relative to other calls.
     *
     * @param methodName as in the IDL; with {@link #service}, {@code SERVICE:METHOD}
     * @param options its threads and timeouts
     * @return this
     * @throws IllegalArgumentException if the name is blank or already has options. Building the server fails if no
     *     processor has the method
     */
    public B method(String methodName, MethodOptions options) {
        Objects.requireNonNull(options, "options");
        if (Objects.requireNonNull(methodName, "method name").isBlank()) {
            throw new IllegalArgumentException("method name is blank");
        }
        if (methods.putIfAbsent(methodName, options) != null) {
            throw new IllegalArgumentException("method '" + methodName + "' already has options");
        }
        return self();
    }

    /** Sets the clock of the timeout monitor, which a test moves. */
    void clock(LongSupplier nanoTime) {
        clock = nanoTime;
    }

    /**
     * Decides which calls may run, by their caller, service and method. A denied call never runs. Its client gets a
     * {@code TApplicationException} of type {@code INTERNAL_ERROR} whose message starts with {@code rejected:}, and
     * {@code ThriftClient} fails the call with {@code PERMISSION_DENIED}, or {@code UNAUTHENTICATED} if the caller has not
     * proved who it is; over HTTP, the status is 403 or 401. Compressed calls are not decompressed to be denied. Default:
     * none, at no cost: each call may run.
     *
     * @param decides an {@link io.grizzlythrift.security.AccessRules}, for example
     * @return this
     */
    public B authorizer(Authorizer decides) {
        authorizer = Optional.of(Objects.requireNonNull(decides, "authorizer"));
        return self();
    }

    /**
     * Finds out who makes a call by its header {@code Authorization}, over HTTP and in the dialect {@link
     * io.grizzlythrift.frame.Dialect#HEADER}. A call whose credentials are not accepted is denied. A call without them has
     * the identity of its connection, if that has one: use {@link #authorizer} to deny calls of strangers. Default: none;
     * the header has no effect.
     *
     * @param proves finds out who makes a call
     * @return this
     * @throws IllegalArgumentException if one of its challenges is blank, or is not printable ASCII
     */
    public B authenticator(Authenticator proves) {
        List<String> all =
                List.copyOf(Objects.requireNonNull(proves, "authenticator").challenges());
        for (String challenge : all) {
            if (challenge.isBlank() || !challenge.chars().allMatch(each -> each >= ' ' && each <= '~')) {
                throw new IllegalArgumentException(
                        "challenge is '" + challenge + "', must be printable ASCII and not blank");
            }
        }
        authenticator = Optional.of(proves);
        challenges = all;
        return self();
    }

    /**
     * Sets whether the logger {@code io.grizzlythrift.audit} gets a line of level INFO for each call that {@link #authorizer}
     * allows or denies, or whose credentials are not accepted: the method, the caller, its address, and the reason of a
     * denial. Default: false. The number of lines is not limited.
     *
     * @param log true to log each decision
     * @return this
     */
    public B auditLog(boolean log) {
        auditLog = log;
        return self();
    }

    /**
     * Sets whether HTTP requests may call methods in JSON, on the paths below {@code /call} of the port or of the path on
     * which HTTP is served. Needs the optional library {@code com.fasterxml.jackson.core:jackson-core}; without it, the
     * server does not start. Default: false.
     *
     * <ul>
     *   <li>POST {@code /call/Service/method} with {@code Content-Type: application/json} calls a method: its body is an
     *       object with the arguments by name, and the response is the result. A service is found by its multiplexed
     *       name, or by its name in the IDL. The status is 422 for a declared exception, 202 for a oneway call, 400 for
     *       arguments that do not fit, and 404 for an unknown method.
     *   <li>GET {@code /call} returns the services, methods and types as JSON, and {@code /call/idl} as the text of an
     *       IDL file. The {@link #authorizer} is asked about the methods {@code catalog} and {@code idl} of the service
     *       {@code grizzlythrift.Reflection}.
     * </ul>
     *
     * <p>All limits, the order of priorities, {@link #authenticator}, {@link #authorizer} and interceptors apply as to any
     * call, and a rejected call gets 429 or 503. The header {@code Client-Timeout} is the time in milliseconds that the
     * client waits, as {@code client_timeout} of THeader. JSON is read and written by the thread that runs the call. The
     * methods are those of the generated classes of the processors, or of {@link #catalog}.
     *
     * @param accept true to accept calls in JSON
     * @return this
     */
    public B jsonCalls(boolean accept) {
        jsonCalls = accept;
        return self();
    }

    /**
     * Sets whether clients in any dialect may ask the server for its services, methods and types: by the service
     * {@code reflection.thrift}, under the multiplexed name {@code grizzlythrift.Reflection}. It is
     * a service like any other: all limits and the {@link #authorizer} apply. Needs the optional library {@code
     * com.fasterxml.jackson.core:jackson-core}; without it, the server does not start. Default: false.
     *
     * @param describe true to answer
     * @return this
     */
    public B reflection(boolean describe) {
        reflection = describe;
        return self();
    }

    /**
     * Sets the description of the services, for {@link #jsonCalls} and {@link #reflection} as well. Default: the server
     * describes the services of generated processors itself, when it is first asked for. Set it if another class wraps a
     * processor, or if a factory creates processors. Has no effect on which calls are served.
     *
     * @param services describes what the processors serve
     * @return this
     */
    public B catalog(ServiceCatalog services) {
        catalog = Optional.of(Objects.requireNonNull(services, "catalog"));
        return self();
    }

    /** Checks that there is HTTP for calls in JSON. */
    final void checkJsonCalls(DialectChoice dialects) {
        if (jsonCalls && !dialects.acceptsHttp()) {
            throw new IllegalStateException("jsonCalls is true, but http is false: set http(true)");
        }
    }

    /**
     * Creates the configuration.
     *
     * @return immutable
     * @throws IllegalStateException if no processor, factory or service is set, or if all processors declare their
     *     methods, and none declares a method that has options
     * @throws IllegalArgumentException if the strategy of a method does not support one selector thread
     */
    @SuppressWarnings("exports") // for the builders of this module
    protected ServiceConfig toServiceConfig() {
        if (processorFactory == null && namedProcessors.isEmpty()) {
            throw new IllegalStateException("nothing to serve: set processor, processorFactory or service");
        }
        List<ServerInterceptor> all = new ArrayList<>();
        interceptors.forEach(each -> all.add(Objects.requireNonNull(each.forServer(name), "forServer")));
        slowCallThreshold.ifPresent(threshold -> all.add(new SlowCallLog(name, threshold)));
        ServerCatalog served =
                new ServerCatalog(catalog, Optional.ofNullable(processorFactory), Map.copyOf(namedProcessors));
        Map<String, TProcessor> named = new LinkedHashMap<>(namedProcessors);
        if (reflection) {
            named.put(ReflectionService.NAME, ReflectionService.processor(served));
        }
        ServiceConfig config = new ServiceConfig(
                name,
                protocol,
                Optional.ofNullable(processorFactory),
                Map.copyOf(named),
                replyOrder,
                limits,
                List.copyOf(all),
                priorities,
                slowCallThreshold,
                interruptCancelledCalls,
                Collections.unmodifiableMap(new LinkedHashMap<>(methods)),
                new SecurityConfig(authorizer, authenticator, challenges, auditLog, mayProveSubjects()),
                jsonCalls,
                served,
                clock);
        config.declaredMethods().ifPresent(this::requireDeclared);
        return config;
    }

    /** Returns whether identities of connections may have subjects that handlers run as. */
    boolean mayProveSubjects() {
        return false;
    }

    private void requireDeclared(Set<String> declared) {
        for (String method : methods.keySet()) {
            if (!declared.contains(method)) {
                throw new IllegalStateException("method '" + method + "' has options, must be one of " + declared);
            }
        }
    }
}
