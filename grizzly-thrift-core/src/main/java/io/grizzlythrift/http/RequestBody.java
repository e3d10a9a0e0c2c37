package io.grizzlythrift.http;

import io.grizzlythrift.exchange.IncomingMessage;
import io.grizzlythrift.exchange.MessageFailure;
import io.grizzlythrift.exchange.MessageService;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.ReadHandler;
import org.glassfish.grizzly.http.io.NIOInputStream;
import org.glassfish.grizzly.http.server.Request;

/**
 * The body of a request on its way to the service. It runs on the threads that read the connection, one at a time.
 *
 * <p>Once the message has ended, whether it runs or was refused, the request may serve another one: nothing of it is
 * touched any more. Therefore the last part is left for {@link #onAllDataRead}, after which Grizzly touches nothing
 * either.
 *
 * <p>No buffer of a body is disposed: Grizzly cuts it out of the buffer of a read with a limit alone, so its memory
 * reaches to the end of that read, and would be given to the next response while requests behind the body wait there.
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

    /** Has the message run once it has arrived. */
    static void read(Request request, HttpExchange exchange, MessageService service) {
        NIOInputStream in = request.getNIOInputStream();
        if (in.isFinished()) {
            Buffer whole = in.readBuffer();
            byte[] bytes = new byte[whole.remaining()];
            whole.get(bytes);
            service.run(bytes, 0, bytes.length, exchange);
            return;
        }
        IncomingMessage message = service.begin(request.getContentLengthLong(), exchange);
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
