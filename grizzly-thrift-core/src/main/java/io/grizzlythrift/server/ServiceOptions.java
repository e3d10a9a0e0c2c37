package io.grizzlythrift.server;

import io.grizzlythrift.call.CallInterceptor;
import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.dispatch.ServiceConfig;
import io.grizzlythrift.frame.ThriftFrameFilter;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.message.MessageProtocol;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.option.Bounds;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.thrift.TProcessor;
import org.apache.thrift.TProcessorFactory;
import org.apache.thrift.protocol.TMultiplexedProtocol;
import org.apache.thrift.protocol.TProtocolFactory;

/**
 * The options that a server and a server filter share: what is served, in which protocol, in which order, within
 * which limits.
 *
 * @param <B> the builder itself
 */
public abstract class ServiceOptions<B extends ServiceOptions<B>> {
    /** The largest value of {@link #maxFrameBytes}: {@value}. */
    public static final int MAX_FRAME_BYTES = 1 << 30;

    private String name = "thrift";
    private TProtocolFactory protocol = ThriftProtocol.BINARY;
    private TProcessorFactory processors;
    private final Map<String, TProcessor> named = new LinkedHashMap<>();
    private ReplyOrder replyOrder = ReplyOrder.REQUEST;
    private int maxFrameBytes = ThriftFrameFilter.DEFAULT_MAX_FRAME_BYTES;
    private ServerLimits limits = ServerLimits.defaults();
    private final List<CallInterceptor> interceptors = new ArrayList<>();

    /** For subclasses. */
    protected ServiceOptions() {}

    /** {@return this, as the type of the builder} */
    protected abstract B self();

    /**
     * The name that threads, log lines and messages carry. Default: {@code thrift}. For a filter: the names of its
     * two threads; those of the strategy have their own.
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
     * The protocol of every connection. Default: {@link ThriftProtocol#BINARY}.
     *
     * @param factory a {@link ThriftProtocol} or any other whose protocols generated code uses through the standard
     *     scheme (all of libthrift's but TTupleProtocol); its protocols are reused call after call, one per thread
     * @return this
     * @throws IllegalArgumentException if the protocol has a scheme of its own
     */
    public B protocol(TProtocolFactory factory) {
        protocol = MessageProtocol.requireUsable(factory);
        return self();
    }

    /**
     * Runs the calls that name no service.
     *
     * @param processor generated, around a handler that any number of threads may call at the same time
     * @return this
     * @throws IllegalStateException if a processor or a factory was set before
     */
    public B processor(TProcessor processor) {
        return processorFactory(new TProcessorFactory(Objects.requireNonNull(processor, "processor")));
    }

    /**
     * Makes the processor of each connection, asked once, when the connection is accepted, on its selector thread. The
     * transport that it is given implements {@link org.apache.thrift.transport.SocketAddressProvider}; nothing can be
     * read from it.
     *
     * @param factory makes processors
     * @return this
     * @throws IllegalStateException if a processor or a factory was set before
     */
    public B processorFactory(TProcessorFactory factory) {
        Objects.requireNonNull(factory, "processorFactory");
        if (processors != null) {
            throw new IllegalStateException(
                    "a processor is set already; use service(name, processor) to serve several");
        }
        processors = factory;
        return self();
    }

    /**
     * Runs the calls of clients that use {@code TMultiplexedProtocol} with this name. Repeatable.
     *
     * @param serviceName not blank, without a colon, not used before
     * @param processor generated, around a handler that any number of threads may call at the same time
     * @return this
     * @throws IllegalArgumentException if the name is bad
     */
    public B service(String serviceName, TProcessor processor) {
        Objects.requireNonNull(processor, "processor");
        if (Objects.requireNonNull(serviceName, "service name").isBlank()
                || serviceName.contains(TMultiplexedProtocol.SEPARATOR)) {
            throw new IllegalArgumentException(
                    "service name '" + serviceName + "' must not be blank or contain a colon");
        }
        if (named.putIfAbsent(serviceName, processor) != null) {
            throw new IllegalArgumentException("service name '" + serviceName + "' is used already");
        }
        return self();
    }

    /**
     * In which order replies leave. Default: {@link ReplyOrder#REQUEST}.
     *
     * @param order the order
     * @return this
     */
    public B replyOrder(ReplyOrder order) {
        replyOrder = Objects.requireNonNull(order, "replyOrder");
        return self();
    }

    /**
     * The largest frame that is accepted; a larger one terminates its connection. Default:
     * {@value ThriftFrameFilter#DEFAULT_MAX_FRAME_BYTES}, as in all of Thrift's libraries. In a chain of one's own,
     * give the
     * {@link ThriftFrameFilter} the same value: it is what decides there.
     *
     * @param bytes without the 4 bytes of the length, 1 to {@value #MAX_FRAME_BYTES}
     * @return this
     * @throws IllegalArgumentException if out of bounds
     */
    public B maxFrameBytes(int bytes) {
        maxFrameBytes = Bounds.requireBetween("maxFrameBytes", bytes, 1, MAX_FRAME_BYTES);
        return self();
    }

    /**
     * What peers may take. Default: {@link ServerLimits#defaults()}.
     *
     * @param serverLimits bounds of numbers, bytes and times
     * @return this
     */
    public B limits(ServerLimits serverLimits) {
        limits = Objects.requireNonNull(serverLimits, "limits");
        return self();
    }

    /**
     * Runs around each call. Repeatable; the first one added is the outermost. Default: none, which costs nothing.
     *
     * @param interceptor used by any number of threads at the same time
     * @return this
     */
    public B interceptor(CallInterceptor interceptor) {
        interceptors.add(Objects.requireNonNull(interceptor, "interceptor"));
        return self();
    }

    /**
     * Checks the options together.
     *
     * @return what is served
     * @throws IllegalStateException if there is nothing to serve
     */
    @SuppressWarnings("exports") // for the builders of this module
    protected ServiceConfig toServiceConfig() {
        if (processors == null && named.isEmpty()) {
            throw new IllegalStateException("nothing to serve: set processor, processorFactory or service");
        }
        return new ServiceConfig(
                name,
                protocol,
                Optional.ofNullable(processors),
                Map.copyOf(named),
                replyOrder,
                maxFrameBytes,
                limits,
                List.copyOf(interceptors));
    }
}
