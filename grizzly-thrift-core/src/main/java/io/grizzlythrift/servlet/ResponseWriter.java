package io.grizzlythrift.servlet;

import io.grizzlythrift.internal.dispatch.ResponseHead;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the response to one request on threads of the container, as the peer reads it: containers reuse the response,
 * and it is not thread-safe. Any thread may {@linkplain #begin begin}.
 *
 * <p>No lock is held while the container is called. A thread that sets the listener may wait until the container's thread
 * has left another listener, so {@link #begin} then leaves that to a thread of the container.
 */
final class ResponseWriter implements WriteListener {
    /** The largest part of a reply that is passed to the container at a time; it buffers what the socket does not take. */
    private static final int PART_BYTES = 16 * 1024;

    private static final byte[] NO_BYTES = {};

    private final ServletExchange exchange;
    private final AsyncContext async;
    private final HttpServletResponse response;
    private final ServletOutputStream out;
    private final boolean outIsOfContainer;
    private final boolean canClose;
    private final long discardNanos;

    /** The thread that runs a listener, or the servlet itself. */
    private volatile @Nullable Thread inContainer;

    /** Whether that thread reads a part of the body. */
    private volatile boolean readingPart;

    private volatile boolean bodyRead;

    // The response, set before the listener.
    private volatile int status;
    private volatile String contentType = Texts.CONTENT_TYPE;
    private volatile byte[] content = NO_BYTES;
    private volatile List<ResponseHead.Header> headers = List.of();
    private volatile boolean close;
    private volatile boolean closeAtOnce;
    private volatile long failedNanos;

    // Changed by the threads of the container, one at a time.
    private boolean begun;
    private boolean flushed;
    private volatile int written;
    private volatile boolean discarding;

    /** Whether a reply was given up that was being written. */
    private volatile boolean abandoned;

    /** @param discardNanos how long the rest of a rejected body is discarded */
    ResponseWriter(
            ServletExchange exchange,
            AsyncContext async,
            HttpServletRequest request,
            HttpServletResponse response,
            long discardNanos)
            throws IOException {
        this.exchange = exchange;
        this.async = async;
        this.response = response;
        this.discardNanos = discardNanos;
        out = response.getOutputStream();
        outIsOfContainer = Streams.isOfContainer(response, out);
        canClose = request.getProtocol().startsWith("HTTP/1");
    }

    /** Called when the container calls a listener of this request, or the servlet. */
    void enter() {
        inContainer = Thread.currentThread();
    }

    /** Does the same for a part of the body, which may not be the last one. */
    void enterPart() {
        enter();
        readingPart = true;
    }

    void leave() {
        readingPart = false;
        inContainer = null;
    }

    /** Called when the body was read to its end. */
    void bodyRead() {
        bodyRead = true;
        if (discarding) {
            exchange.complete();
        }
    }

    /**
     * Called after a part of a body was discarded.
     *
     * @throws IOException to close the connection, because the peer keeps sending after a failure
     */
    void discarded() throws IOException {
        if (close && System.nanoTime() - failedNanos > discardNanos) {
            throw new IOException("the body of the request does not end");
        }
    }

    /** {@return the bytes that the container has not taken, plus 1, because it may not have written what it has taken} */
    int unsentBytes() {
        return content.length - written + 1;
    }

    /** Sends a reply. Called once, unless a failure is sent. */
    void reply(ResponseHead head, byte[] reply) {
        status = head.status();
        contentType = head.contentType();
        headers = head.headers();
        content = reply;
        begin();
    }

    /** Sends a denial, after which the connection stays open. Called once, unless a reply or a failure is sent. */
    void deny(int denial, List<String> ways, byte[] text) {
        status = denial;
        headers = ways.stream()
                .map(challenge -> new ResponseHead.Header("WWW-Authenticate", challenge))
                .toList();
        content = text;
        begin();
    }

    /**
     * Sends a failure. Called once, unless a reply is sent.
     *
     * @param atOnce whether to close the connection before the body of the request is read
     */
    void fail(int failure, byte[] text, boolean atOnce) {
        prepareFailure(failure, text);
        closeAtOnce = atOnce;
        begin();
    }

    /** Sends a failure on the calling thread, which is one of the container, and may wait for the peer. */
    void failNow(int failure, byte[] text) {
        prepareFailure(failure, text);
        bodyRead = true;
        writeAll();
    }

    private void prepareFailure(int failure, byte[] text) {
        status = failure;
        content = text;
        close = canClose;
        failedNanos = System.nanoTime();
    }

    /** Makes a container that sends a response after an error send this status, if it can. */
    void setStatus(int failure) {
        response.setStatus(failure);
    }

    /**
     * Drops the reply that is being written. {@link #onWritePossible} makes the container close the connection, unless
     * its own timeout is over first.
     */
    void abandon() {
        // facts.md#a-completed-request-may-lack-a-part-of-its-response
        abandoned = true;
    }

    /** Makes a thread of the container send the response. Does not wait for one. */
    private void begin() {
        Thread listening = inContainer;
        try {
            // facts.md#tomcat-calls-listeners-while-it-holds-a-lock
            // facts.md#tomcat-forgets-a-writelistener-set-while-reading
            if (!outIsOfContainer) {
                async.start(this::writeAll);
            } else if (listening == null) {
                out.setWriteListener(this);
            } else if (readingPart || listening != Thread.currentThread()) {
                async.start(this::setListener);
            } else if (content.length == 0) {
                writeAll(); // a oneway call, which may run next on this thread
            } else {
                out.setWriteListener(this);
            }
        } catch (RuntimeException | Error e) { // the container has ended the request, or has no thread or memory left
            exchange.gone(e);
        }
    }

    private void setListener() {
        try {
            out.setWriteListener(this);
        } catch (RuntimeException | Error e) {
            exchange.gone(e);
        }
    }

    @Override
    public void onWritePossible() throws IOException {
        writeHead();
        while (out.isReady()) {
            if (written < content.length) {
                writePart();
            } else if (!flushed) {
                flushed = true;
                out.flush();
            } else {
                finish();
                return;
            }
        }
    }

    /** Writes the response without a listener, on a thread of the container, which may wait for the peer. */
    private void writeAll() {
        try {
            writeHead();
            while (written < content.length) {
                writePart();
            }
            response.flushBuffer();
            finish();
        } catch (IOException | RuntimeException e) {
            exchange.gone(e);
        }
    }

    private void writeHead() {
        if (!begun) {
            begun = true;
            headers.forEach(header -> response.addHeader(header.name(), header.value()));
            Texts.writeHead(response, status, contentType, content.length, close);
        }
    }

    private void writePart() throws IOException {
        if (abandoned) {
            throw new IOException("the reply was given up");
        }
        int from = written;
        int count = Math.min(PART_BYTES, content.length - from);
        out.write(content, from, count);
        written = from + count;
    }

    /**
     * Ends the request after its response.
     *
     * @throws IOException to close the connection
     */
    private void finish() throws IOException {
        // facts.md#tomcat-reads-the-rest-of-a-body-and-blocks
        exchange.responded();
        if (bodyRead || !close) {
            exchange.complete();
        } else if (closeAtOnce) {
            throw new IOException("the body of the request is not read");
        } else {
            discarding = true;
            if (bodyRead) { // another thread may have read the end before it could see that
                exchange.complete();
            }
        }
    }

    /** Called for a failure to write, which ends the request. */
    @Override
    public void onError(Throwable cause) {
        exchange.failed(cause);
    }
}
