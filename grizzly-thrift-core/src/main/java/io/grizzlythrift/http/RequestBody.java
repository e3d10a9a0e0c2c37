package io.grizzlythrift.http;

import io.grizzlythrift.exchange.IncomingMessage;
import io.grizzlythrift.exchange.MessageFailure;
import io.grizzlythrift.exchange.MessageService;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.ReadHandler;
import org.glassfish.grizzly.http.io.NIOInputStream;
import org.glassfish.grizzly.http.server.Request;

/**
 * Reads the body of a request and passes it to the service. Runs on the threads that read the connection, one at a
 * time.
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
    private final HttpExchange exchange;
    private final IncomingMessage message;

    private RequestBody(Request request, HttpExchange exchange, IncomingMessage message) {
        this.request = request;
        in = request.getNIOInputStream();
        this.exchange = exchange;
        this.message = message;
    }

    /** Reads the body and submits the message once it is complete. */
    static void read(Request request, HttpExchange exchange, MessageService service) {
        NIOInputStream in = request.getNIOInputStream();
        if (in.isFinished()) {
            Buffer whole = in.readBuffer();
            byte[] bytes = new byte[whole.remaining()];
            whole.get(bytes);
            service.run(bytes, 0, bytes.length, exchange);
            return;
        }
        IncomingMessage message = service.startMessage(request.getContentLengthLong(), exchange);
        exchange.onAborted(message::abandon);
        in.notifyAvailable(new RequestBody(request, exchange, message));
    }

    @Override
    public void onDataAvailable() {
        if (request.getRequest().isExpectContent() && append()) {
            in.notifyAvailable(this);
        }
    }

    @Override
    public void onAllDataRead() {
        if (append()) {
            Resumption.after(message::complete);
        }
    }

    private boolean append() {
        return message.append(in.readBuffer());
    }

    @Override
    public void onError(Throwable cause) {
        message.abandon();
        exchange.fail(MessageFailure.NOT_A_MESSAGE, "the body of the request is broken");
    }
}
