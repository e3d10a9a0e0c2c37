package io.grizzlythrift.http;

import io.grizzlythrift.internal.connection.ConnectionOrigin;
import io.grizzlythrift.internal.connection.ConnectionTransport;
import io.grizzlythrift.internal.dispatch.CallTranscoder;
import io.grizzlythrift.internal.dispatch.ConnectionServices;
import io.grizzlythrift.internal.dispatch.ResponseHead;
import io.grizzlythrift.internal.http.ExchangeCall;
import io.grizzlythrift.internal.http.HttpExchange;
import io.grizzlythrift.internal.http.HttpService;
import io.grizzlythrift.internal.http.RequestHeaders;
import io.grizzlythrift.internal.json.JsonRoute;
import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.internal.message.ProcessorTable;
import io.grizzlythrift.internal.security.CallDenial;
import io.grizzlythrift.internal.util.InitialAttribute;
import io.grizzlythrift.strategy.spi.CallFlow;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.glassfish.grizzly.CloseListener;
import org.glassfish.grizzly.CloseType;
import org.glassfish.grizzly.Closeable;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.EmptyCompletionHandler;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.WriteHandler;
import org.glassfish.grizzly.attributes.Attribute;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.FilterChainEvent;
import org.glassfish.grizzly.filterchain.TransportFilter;
import org.glassfish.grizzly.http.io.NIOOutputStream;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.glassfish.grizzly.http.util.Header;
import org.glassfish.grizzly.http.util.HttpStatus;
import org.glassfish.grizzly.http.util.MimeHeaders;
import org.glassfish.grizzly.nio.NIOConnection;
import org.glassfish.grizzly.nio.SelectorRunner;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request with a suspended response. A reply, a failure and the close of the connection compete for the response.
 * {@link #claim} decides which one wins: a compare-and-set of {@code claimed}, then Grizzly's own atomic transition
 * from suspended to resumed, which fails if the connection was closed first. Only the thread that succeeds in both may
 * access request and response, because Grizzly reuses them for other requests.
 */
final class GrizzlyExchange extends EmptyCompletionHandler<Response>
        implements HttpExchange, CloseListener<Closeable, CloseType> {
    private static final Logger LOG = LoggerFactory.getLogger(GrizzlyExchange.class);

    /** The processors of a connection for each service. */
    private static final Attribute<Map<Object, ProcessorTable>> SERVICES =
            Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(GrizzlyExchange.class.getName());

    private static final Attribute<Map<HttpService, CallFlow>> FLOWS =
            Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(GrizzlyExchange.class.getName() + ".flows");

    private static final long NO_TIMEOUT = -1;

    private final Request request;
    private final Response response;
    private final RequestHeaders headers;
    private final ClosingConnections closing;
    private final Connection<?> connection;
    private final FilterChainContext context;
    private final AtomicBoolean claimed = new AtomicBoolean();

    /** Completes when the socket has taken the response, or the connection is closed. */
    private final CompletableFuture<Void> sent = new CompletableFuture<>();

    private volatile Runnable abortAction = () -> {};

    private final Optional<JsonRoute> route;

    private GrizzlyExchange(Request request, Response response, ClosingConnections closing, Optional<JsonRoute> route) {
        this.route = route;
        this.request = request;
        this.response = response;
        this.closing = closing;
        headers = copy(request.getRequest().getHeaders());
        context = request.getContext();
        connection = context.getConnection();
    }

    private static RequestHeaders copy(MimeHeaders headers) {
        String[] names = new String[headers.size()];
        String[] values = new String[names.length];
        for (int i = 0; i < names.length; i++) {
            names[i] = headers.getName(i).toString();
            values[i] = headers.getValue(i).toString();
        }
        return new RequestHeaders(names, values);
    }

    /**
     * Suspends the response of a request and the reading of its connection. Grizzly does not suspend reading itself
     * when another thread completes the response.
     *
     * @param route what the head asks for; empty if the body is a message of Thrift
     */
    static GrizzlyExchange suspend(
            Request request, Response response, ClosingConnections closing, Optional<JsonRoute> route) {
        GrizzlyExchange exchange = new GrizzlyExchange(request, response, closing, route);
        exchange.context.suspend();
        response.suspend(NO_TIMEOUT, TimeUnit.MILLISECONDS, exchange);
        return exchange;
    }

    /** Sets an action to run if the connection closes while the response is suspended. */
    void onAborted(Runnable action) {
        abortAction = action;
    }

    /** Called when the connection was closed. Grizzly holds a lock of the response during this call. */
    @Override
    public void cancelled() {
        sent.complete(null);
        abortAction.run();
    }

    @Override
    public void onClosed(Closeable closed, CloseType type) {
        sent.complete(null);
    }

    @Override
    public boolean isOpen() {
        return connection.isOpen();
    }

    @Override
    public Object peer() {
        return connection.getPeerAddress();
    }

    @Override
    public int unsentBytes() {
        return connection instanceof NIOConnection channel
                ? channel.getAsyncWriteQueue().spaceInBytes()
                : 0;
    }

    @Override
    public void terminate(int status, String reason) {
        connection.terminateSilently();
    }

    @Override
    public Optional<ProcessorTable> services(ConnectionServices services) {
        return Optional.ofNullable(InitialAttribute.get(connection, SERVICES, ConcurrentHashMap::new)
                .computeIfAbsent(
                        services,
                        any -> services.of(new ConnectionTransport(connection), this::peer)
                                .orElse(null)));
    }

    @Override
    public Optional<JsonRoute> route() {
        return route;
    }

    @Override
    public ExchangeCall newCall(
            HttpService service, ProcessorTable services, MemoryAccount memory, @Nullable CallTranscoder transcoder) {
        CallFlow flow = InitialAttribute.get(connection, FLOWS, ConcurrentHashMap::new)
                .computeIfAbsent(service, any -> new CallFlow());
        return new Call(service, services, flow, memory, transcoder);
    }

    /** The call in this request. */
    private final class Call extends ExchangeCall implements ConnectionOrigin {
        Call(
                HttpService service,
                ProcessorTable services,
                CallFlow flow,
                MemoryAccount memory,
                @Nullable CallTranscoder transcoder) {
            super(service, GrizzlyExchange.this, services, flow, memory, transcoder);
        }

        @Override
        public Connection<?> connection() {
            return connection;
        }

        @Override
        public Map<String, List<String>> headers() {
            return headers.asMap();
        }
    }

    @Override
    public CompletableFuture<Void> reply(ResponseHead head, byte[] array, int offset, int length) {
        if (claim()) {
            response.setStatus(HttpStatus.getHttpStatus(head.status()));
            response.setContentType(head.contentType());
            head.headers().forEach(header -> response.addHeader(header.name(), header.value()));
            response.setContentLength(length);
            NIOOutputStream out = response.getNIOOutputStream();
            if (length == 0 || out.canWrite()) {
                send(out, array, offset, length);
            } else {
                out.notifyCanWrite(new PendingReply(out, Arrays.copyOfRange(array, offset, offset + length)));
            }
        }
        return sent;
    }

    @Override
    public void fail(int status, String reason) {
        closing.add(connection);
        abort(status, reason);
    }

    @Override
    public CompletableFuture<Void> deny(CallDenial denial) {
        if (claim()) {
            try {
                denial.challenges().forEach(challenge -> response.addHeader(Header.WWWAuthenticate, challenge));
                TextResponses.text(response, HttpStatus.getHttpStatus(denial.httpStatus()), denial.text() + "\n");
            } catch (IOException e) {
                LOG.debug("{} is closed", connection, e);
            } finally {
                finish();
            }
        }
        return sent;
    }

    /** Sends a failure because the body is broken. */
    void abort(String reason) {
        abort(HttpService.BAD_REQUEST, reason);
    }

    private void abort(int status, String reason) {
        if (claim()) {
            try {
                TextResponses.close(response, HttpStatus.getHttpStatus(status), reason);
            } catch (IOException e) {
                LOG.debug("{} is closed", connection, e);
            } finally {
                finish();
            }
        }
    }

    /** Claims the response. Returns true once, unless the connection closed first. */
    private boolean claim() {
        return claimed.compareAndSet(false, true)
                && ((Response.SuspendedContextImpl) response.getSuspendContext()).markResumed();
    }

    /** Writes the reply. Call it when the connection can accept the bytes without blocking. */
    private void send(NIOOutputStream out, byte[] array, int offset, int length) {
        try {
            if (length > 0) {
                out.write(array, offset, length);
            } else { // a oneway call, which may run next on this thread
                out.flush();
            }
        } catch (IOException e) {
            LOG.debug("{} is closed", connection, e);
        } finally {
            finish();
        }
    }

    private void finish() {
        connection.addCloseListener(this);
        request.addAfterServiceListener(after -> after.getContext().notifyDownstream(flushEvent()));
        Executor workers = connection.getTransport().getWorkerThreadPool();
        Resumption.resume(context, workers == null ? this::runOnSelector : workers);
    }

    private void runOnSelector(Runnable task) {
        SelectorRunner selector = ((NIOConnection) connection).getSelectorRunner();
        selector.getTransport()
                .getSelectorHandler()
                .enque(
                        selector,
                        () -> {
                            task.run();
                            return true;
                        },
                        null);
    }

    private FilterChainEvent flushEvent() {
        return TransportFilter.createFlushEvent(new EmptyCompletionHandler<Object>() {
            @Override
            public void completed(Object result) {
                end();
            }

            @Override
            public void cancelled() {
                end();
            }

            @Override
            public void failed(Throwable cause) {
                end();
            }
        });
    }

    private void end() {
        connection.removeCloseListener(this);
        sent.complete(null);
    }

    /** A reply that waits until earlier replies are written. */
    private final class PendingReply implements WriteHandler {
        private final NIOOutputStream out;
        private final byte[] reply;

        PendingReply(NIOOutputStream out, byte[] reply) {
            this.out = out;
            this.reply = reply;
        }

        @Override
        public void onWritePossible() {
            if (!out.canWrite()) {
                out.notifyCanWrite(this);
            } else {
                send(out, reply, 0, reply.length);
            }
        }

        @Override
        public void onError(Throwable cause) {
            finish();
        }
    }
}
