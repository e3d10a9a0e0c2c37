package io.grizzlythrift.http;

import io.grizzlythrift.internal.frame.PartialFrame;
import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.internal.memory.MemoryOwner;
import java.util.concurrent.atomic.AtomicBoolean;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.ReadHandler;
import org.glassfish.grizzly.http.io.NIOInputStream;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.util.HttpStatus;

/**
 * Collects the body of a request, then passes it to the service. Runs on the threads that read the connection, one at a
 * time.
 *
 * <p>A body ends exactly once: when it is complete, abandoned, rejected or too late, or if memory runs out. Only the
 * thread that sets {@link #ended} acts on the exchange.
 *
 * <p>Once the message runs or was rejected, Grizzly may reuse the request object, so this class no longer accesses it.
 * The last part is therefore left to {@link #onAllDataRead}, after which Grizzly does not access it either.
 *
 * <p>Buffers of a body are not disposed. Grizzly slices a body from the read buffer by setting a limit only, so its
 * memory extends to the end of that buffer. Disposing it would reuse memory that contains the following requests.
 */
final class RequestBody implements ReadHandler, MemoryOwner {
    private final Request request;
    private final NIOInputStream in;
    private final HttpExchange exchange;
    private final HttpService service;
    private final MemoryAccount memory;
    private final PartialFrame body;
    private final long startNanos = System.nanoTime();
    private final AtomicBoolean ended = new AtomicBoolean();

    /** @param maxBytes the length that the peer announced, or the length of the largest accepted message */
    private RequestBody(
            Request request, HttpExchange exchange, HttpService service, MemoryAccount memory, int maxBytes) {
        this.request = request;
        in = request.getNIOInputStream();
        this.exchange = exchange;
        this.service = service;
        this.memory = memory;
        body = new PartialFrame(memory);
        body.expect(maxBytes);
        memory.setOwner(this);
    }

    /** Reads the body and submits the message once it is complete. */
    static void read(Request request, HttpExchange exchange, HttpService service) {
        NIOInputStream in = request.getNIOInputStream();
        if (in.isFinished()) {
            Buffer whole = in.readBuffer();
            byte[] bytes = new byte[whole.remaining()];
            whole.get(bytes);
            service.run(bytes, bytes.length, exchange);
            return;
        }
        long announced = request.getContentLengthLong();
        int max = service.maxFrameBytes();
        int expected = announced < 0 ? max : (int) Math.min(max, announced);
        RequestBody body = new RequestBody(request, exchange, service, service.openMemory(), expected);
        service.add(body);
        exchange.onAborted(body::end);
        in.notifyAvailable(body);
    }

    @Override
    public void onDataAvailable() {
        if (request.getRequest().isExpectContent() && append(in.readBuffer())) {
            in.notifyAvailable(this);
        }
    }

    @Override
    public void onAllDataRead() {
        if (append(in.readBuffer())) {
            Resumption.after(this::complete);
        }
    }

    private void complete() {
        if (end()) {
            service.run(body.trimmed(), body.receivedBytes(), exchange);
        }
    }

    /** Returns false if the body has ended; then further parts must be discarded. */
    private boolean append(Buffer part) {
        int count = part.remaining();
        if (count > body.missingBytes()) {
            if (end()) {
                service.rejectTooLarge(exchange);
            }
        } else if (!ended.get()) {
            if (hasRoomFor(count)) {
                body.append(part);
            } else if (end()) {
                service.rejectForMemory(exchange, memory.describe());
            }
        }
        return !ended.get();
    }

    /**
     * Grows the buffer. Reading a body cannot pause, so a body that would exceed its share of the memory budget is
     * rejected while its peer can still get a reply.
     */
    private boolean hasRoomFor(int count) {
        int growth = body.growthFor(count);
        return growth == 0 || (memory.mayCharge(growth) && body.makeRoom(count));
    }

    @Override
    public void onError(Throwable cause) {
        end();
        exchange.fail(HttpStatus.BAD_REQUEST_400, "the body of the request is broken");
    }

    private boolean end() {
        if (!ended.compareAndSet(false, true)) {
            return false;
        }
        memory.close();
        service.remove(this);
        return true;
    }

    /** Terminates the connection if the body is incomplete after the timeout. Only for the timeout monitor. */
    void checkTimeout(long now, long timeoutNanos) {
        if (now - startNanos > timeoutNanos && end()) {
            service.terminateSlowSender(exchange);
        }
    }

    @Override
    public void pauseReading(String reason) {
        // A body cannot pause; it is rejected instead.
    }

    @Override
    public void terminateForMemory(String reason) {
        if (end()) {
            service.terminateForMemory(exchange, reason);
        }
    }
}
