package io.grizzlythrift.http;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.glassfish.grizzly.CloseListener;
import org.glassfish.grizzly.CloseType;
import org.glassfish.grizzly.Closeable;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.EmptyCompletionHandler;
import org.glassfish.grizzly.WriteHandler;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.FilterChainEvent;
import org.glassfish.grizzly.filterchain.TransportFilter;
import org.glassfish.grizzly.http.io.NIOOutputStream;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.glassfish.grizzly.http.util.HttpStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request with a suspended response. A reply, a failure and the close of the connection compete for the response.
 * {@link #claim} decides which one wins: a compare-and-set of {@code claimed}, then Grizzly's own atomic transition
 * from suspended to resumed, which fails if the connection was closed first. Only the thread that succeeds in both may
 * access request and response, because Grizzly reuses them for other requests.
 */
final class HttpExchange extends EmptyCompletionHandler<Response> implements CloseListener<Closeable, CloseType> {
    private static final Logger LOG = LoggerFactory.getLogger(HttpExchange.class);
    private static final long NO_TIMEOUT = -1;

    private final Request request;
    private final Response response;
    private final RequestHeaders headers;
    private final Connection<?> connection;
    private final FilterChainContext context;
    private final AtomicBoolean claimed = new AtomicBoolean();

    /** Completes when the socket has taken the response, or the connection is closed. */
    private final CompletableFuture<Void> sent = new CompletableFuture<>();

    private volatile Runnable abortAction = () -> {};

    private HttpExchange(Request request, Response response) {
        this.request = request;
        this.response = response;
        headers = new RequestHeaders(request.getRequest().getHeaders());
        context = request.getContext();
        connection = context.getConnection();
    }

    /**
     * Suspends the response of a request and the reading of its connection. Grizzly does not suspend reading itself
     * when another thread completes the response.
     */
    static HttpExchange suspend(Request request, Response response) {
        HttpExchange exchange = new HttpExchange(request, response);
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

    Connection<?> connection() {
        return connection;
    }

    /** {@return the headers of the request, by name} */
    Map<String, List<String>> headers() {
        return headers.asMap();
    }

    /**
     * Sends the reply. Either this or {@link #fail} is called, once, unless the connection is terminated first. Both are
     * called on any thread, usually that of the handler, and do not block.
     *
     * @param array contains the reply; the caller may overwrite it after this method returns
     * @param length the number of bytes; 0 for a oneway call, which is sent at once, because its handler runs next
     * @return a future that completes when the socket has taken the last byte or the peer is gone
     */
    CompletableFuture<Void> reply(byte[] array, int offset, int length) {
        if (claim()) {
            response.setStatus(HttpStatus.OK_200);
            response.setContentType(ThriftHttpHandler.CONTENT_TYPE);
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

    /** Sends a printable reason instead of a reply, then closes the connection. */
    void fail(HttpStatus status, String reason) {
        if (claim()) {
            try {
                TextResponses.close(response, status, reason);
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
        Resumption.resume(context, connection.getTransport().getWorkerThreadPool());
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
