package io.grizzlythrift.http;

import io.grizzlythrift.internal.http.HttpService;
import io.grizzlythrift.internal.http.IncomingBody;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.ReadHandler;
import org.glassfish.grizzly.http.io.NIOInputStream;
import org.glassfish.grizzly.http.server.Request;

/**
 * Reads the body of a request. Runs on the threads that read the connection, one at a time.
 *
 * <p>Once the message runs or was rejected, Grizzly may reuse the request object, so this class no longer accesses it.
 * The last part is therefore left to {@link #onAllDataRead}, after which Grizzly does not access it either.
 *
 * <p>Buffers of a body are not disposed. Grizzly slices a body from the read buffer by setting a limit only, so its
 * memory extends to the end of that buffer. Disposing it would reuse memory that contains the following requests.
 */
final class RequestBody implements ReadHandler {
    private final Request request;
    private final NIOInputStream in;
    private final GrizzlyExchange exchange;
    private final IncomingBody body;

    private RequestBody(Request request, GrizzlyExchange exchange, IncomingBody body) {
        this.request = request;
        in = request.getNIOInputStream();
        this.exchange = exchange;
        this.body = body;
    }

    /** Reads the body and submits the message once it is complete. */
    static void read(Request request, GrizzlyExchange exchange, HttpService service) {
        NIOInputStream in = request.getNIOInputStream();
        if (in.isFinished()) {
            Buffer whole = in.readBuffer();
            byte[] bytes = new byte[whole.remaining()];
            whole.get(bytes);
            service.run(bytes, bytes.length, exchange);
            return;
        }
        IncomingBody body = new IncomingBody(exchange, service, request.getContentLengthLong());
        exchange.onAborted(body::end);
        in.notifyAvailable(new RequestBody(request, exchange, body));
    }

    @Override
    public void onDataAvailable() {
        if (request.getRequest().isExpectContent() && body.append(in.readBuffer())) {
            in.notifyAvailable(this);
        }
    }

    @Override
    public void onAllDataRead() {
        if (body.append(in.readBuffer())) {
            Resumption.after(body::complete);
        }
    }

    @Override
    public void onError(Throwable cause) {
        body.end();
        exchange.abort("the body of the request is broken");
    }
}
