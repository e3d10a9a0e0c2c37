package io.grizzlythrift.servlet;

import io.grizzlythrift.internal.dispatch.CallTranscoder;
import io.grizzlythrift.internal.dispatch.ConnectionServices;
import io.grizzlythrift.internal.dispatch.ResponseHead;
import io.grizzlythrift.internal.http.ExchangeCall;
import io.grizzlythrift.internal.http.HttpExchange;
import io.grizzlythrift.internal.http.HttpService;
import io.grizzlythrift.internal.json.JsonRoute;
import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.internal.message.ProcessorTable;
import io.grizzlythrift.internal.security.CallDenial;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.thrift.transport.TTransportException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One asynchronous request. A reply, a failure and the end of the peer compete for the response: {@link #claimed}. The
 * winner passes what it sends to the {@link ResponseWriter}, and touches neither request nor response itself.
 */
final class ServletExchange implements HttpExchange, AsyncListener {
    private static final Logger LOG = LoggerFactory.getLogger(ServletExchange.class);

    private final AsyncContext async;
    private final ResponseWriter writer;
    private final RequestPeer peer;
    private final SocketAddress local;
    private final ConnectionFlows flows;
    private final AtomicBoolean claimed = new AtomicBoolean();

    /** Completes when the container has written the response, or the peer is gone. */
    private final CompletableFuture<Void> sent = new CompletableFuture<>();

    private final Optional<JsonRoute> route;

    private volatile boolean open = true;
    private volatile Runnable goneAction = () -> {};

    @SuppressWarnings("this-escape") // the writer only keeps it
    private ServletExchange(
            AsyncContext async,
            HttpServletRequest request,
            HttpServletResponse response,
            ConnectionFlows flows,
            Duration discardTime,
            Optional<JsonRoute> route)
            throws IOException {
        this.route = route;
        this.async = async;
        this.flows = flows;
        writer = new ResponseWriter(this, async, request, response, discardTime.toNanos());
        peer = new RequestPeer(request);
        local = RequestPeer.address(request.getLocalAddr(), request.getLocalPort());
    }

    /**
     * Starts asynchronous processing, without a timeout of the container.
     *
     * @param discardTime how long the rest of a rejected body is discarded
     * @param route what the head asks for; empty if the body is a message of Thrift
     */
    static ServletExchange start(
            HttpServletRequest request,
            HttpServletResponse response,
            ConnectionFlows flows,
            Duration discardTime,
            Optional<JsonRoute> route)
            throws IOException {
        AsyncContext async = request.startAsync(request, response);
        async.setTimeout(0);
        ServletExchange exchange = new ServletExchange(async, request, response, flows, discardTime, route);
        async.addListener(exchange);
        return exchange;
    }

    /** {@return whether the request has no body that matters} */
    boolean isPage() {
        return route.filter(JsonRoute.Page.class::isInstance).isPresent();
    }

    ResponseWriter writer() {
        return writer;
    }

    RequestPeer requestPeer() {
        return peer;
    }

    /** Sets an action to run if the peer is gone. It may run more than once. Replaces the one before. */
    void onGone(Runnable action) {
        goneAction = action;
        if (!open) {
            action.run();
        }
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public SocketAddress peer() {
        return peer.address();
    }

    @Override
    public int unsentBytes() {
        return sent.isDone() ? 0 : writer.unsentBytes();
    }

    @Override
    public Optional<ProcessorTable> services(ConnectionServices services) {
        try {
            return services.of(new RequestTransport(this, local), this::peer);
        } catch (TTransportException e) {
            throw new IllegalStateException(e); // nothing is connected
        }
    }

    @Override
    public Optional<JsonRoute> route() {
        return route;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // leaving cannot fail
    public ExchangeCall newCall(
            HttpService service, ProcessorTable services, MemoryAccount memory, @Nullable CallTranscoder transcoder) {
        ConnectionFlows.Shared flow = flows.enter(peer.connectionId());
        ServletCall call = new ServletCall(service, this, services, flow, memory, transcoder);
        call.whenEnded().thenRun(() -> flows.leave(flow));
        onGone(call::cancel);
        return call;
    }

    @Override
    public CompletableFuture<Void> reply(ResponseHead head, byte[] array, int offset, int length) {
        byte[] copy = Arrays.copyOfRange(array, offset, offset + length); // first: there may be no memory
        if (claim()) {
            writer.reply(head, copy);
        }
        return sent;
    }

    @Override
    public void fail(int status, String reason) {
        if (claim()) {
            writer.fail(status, bytes(reason), false);
        }
    }

    @Override
    public CompletableFuture<Void> deny(CallDenial denial) {
        byte[] text = bytes(denial.text());
        if (claim()) {
            writer.deny(denial.httpStatus(), denial.challenges(), text);
        }
        return sent;
    }

    /** Fails, or drops the reply that is being written, because a servlet cannot terminate a connection. */
    @Override
    public void terminate(int status, String reason) {
        if (claim()) {
            writer.fail(status, bytes(reason), true);
        } else {
            writer.abandon();
            end();
        }
    }

    private static byte[] bytes(String reason) {
        return (reason + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private boolean claim() {
        return claimed.compareAndSet(false, true);
    }

    /** Called when the container has written the response. */
    void responded() {
        sent.complete(null);
    }

    private void end() {
        open = false;
        sent.complete(null);
        goneAction.run();
    }

    /** Ends the request, because the peer is gone or the container has ended it. */
    void gone(Throwable cause) {
        LOG.debug("{} is gone", peer.address(), cause);
        claimed.set(true);
        end();
        complete();
    }

    /** Ends the request after a failure to read or write. Called by a thread of the container. */
    void failed(Throwable cause) {
        if (claim()) { // facts.md#jetty-completes-a-failed-request-with-200
            writer.setStatus(HttpService.BAD_REQUEST);
        }
        gone(cause);
    }

    /** Completes the request, unless the container has. Some containers expect it again after an error. */
    void complete() {
        try {
            async.complete();
        } catch (RuntimeException e) {
            LOG.debug("{}: the request has already ended", peer.address(), e);
        }
    }

    @Override
    public void onError(AsyncEvent event) {
        Throwable cause = event.getThrowable();
        failed(cause == null ? new IOException("the request failed") : cause);
    }

    /** Called when the container stops the application before the call has ended. */
    @Override
    public void onTimeout(AsyncEvent event) {
        if (claim()) {
            end();
            writer.failNow(HttpService.SERVICE_UNAVAILABLE, bytes("the application stops"));
        } else {
            gone(new IOException("the application stops"));
        }
    }

    @Override
    public void onComplete(AsyncEvent event) {
        if (!sent.isDone()) {
            claimed.set(true);
            end();
        }
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
        // Only this class starts it.
    }
}
