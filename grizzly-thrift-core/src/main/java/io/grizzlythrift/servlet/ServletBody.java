package io.grizzlythrift.servlet;

import io.grizzlythrift.internal.http.HttpService;
import io.grizzlythrift.internal.http.IncomingBody;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;

/**
 * Reads the body of a request on the threads of the container, one at a time. The bytes of a body that was rejected are
 * discarded, so that the peer can read the response.
 */
final class ServletBody implements ReadListener {
    private static final int PART_BYTES = 8 * 1024;

    private final ServletInputStream in;
    private final ServletExchange exchange;
    private final IncomingBody body;

    private ServletBody(ServletInputStream in, ServletExchange exchange, IncomingBody body) {
        this.in = in;
        this.exchange = exchange;
        this.body = body;
    }

    /** Reads the body and submits the message once it is complete. Called by the container's thread of the request. */
    static void read(HttpServletRequest request, ServletExchange exchange, HttpService service) throws IOException {
        long announced = request.getContentLengthLong();
        if (announced == 0 || exchange.isPage()) {
            exchange.writer().bodyRead();
            service.run(new byte[0], 0, exchange);
            return;
        }
        ServletInputStream in = request.getInputStream();
        IncomingBody body = new IncomingBody(exchange, service, announced);
        exchange.onGone(body::end);
        ServletBody reader = new ServletBody(in, exchange, body);
        if (announced > service.maxFrameBytes()) {
            body.reject();
        }
        if (Streams.isOfContainer(request, in)) {
            in.setReadListener(reader);
        } else { // facts.md#filters-ignore-listeners
            reader.readAll();
        }
    }

    private void readAll() throws IOException {
        byte[] part = new byte[PART_BYTES];
        int count;
        while ((count = in.read(part)) >= 0) {
            if (!body.append(part, count)) {
                exchange.writer().discarded();
            }
        }
        onAllDataRead();
    }

    @Override
    public void onDataAvailable() throws IOException {
        exchange.writer().enterPart();
        try {
            byte[] part = new byte[PART_BYTES];
            while (in.isReady()) { // facts.md#glassfish-has-finished-before-the-body-is-read
                int count = in.read(part);
                if (count < 0) {
                    return;
                }
                if (!body.append(part, count)) {
                    exchange.writer().discarded();
                }
            }
        } finally {
            exchange.writer().leave();
        }
    }

    @Override
    public void onAllDataRead() throws IOException {
        exchange.writer().enter();
        try {
            exchange.writer().bodyRead();
            body.complete();
        } finally {
            exchange.writer().leave();
        }
    }

    @Override
    public void onError(Throwable cause) {
        exchange.failed(cause);
    }
}
