package io.grizzlythrift.internal.http;

import io.grizzlythrift.internal.frame.PartialFrame;
import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.internal.memory.MemoryOwner;
import java.util.concurrent.atomic.AtomicBoolean;
import org.glassfish.grizzly.Buffer;

/**
 * Collects the body of a request, then passes it to the service. Used by the threads that read the request, one at a
 * time; the timeout monitor and a connection that needs memory may end it at any time.
 *
 * <p>A body ends exactly once: when it is complete, abandoned, rejected or too late, or if memory runs out. Only the
 * thread that sets {@link #ended} acts on the exchange.
 */
public final class IncomingBody implements MemoryOwner {
    private final HttpExchange exchange;
    private final HttpService service;
    private final MemoryAccount memory;
    private final PartialFrame body;
    private final long startNanos = System.nanoTime();
    private final AtomicBoolean ended = new AtomicBoolean();

    /**
     * Begins a body.
     *
     * @param announcedBytes the length that the peer announced, negative if it did not
     */
    @SuppressWarnings("this-escape") // the last statements
    public IncomingBody(HttpExchange exchange, HttpService service, long announcedBytes) {
        this.exchange = exchange;
        this.service = service;
        memory = service.openMemory();
        body = new PartialFrame(memory);
        int max = service.maxFrameBytes();
        body.expect(announcedBytes < 0 ? max : (int) Math.min(max, announcedBytes));
        memory.setOwner(this);
        service.add(this);
    }

    /** Appends bytes. Returns false if the body has ended; then further parts must be discarded. */
    public boolean append(Buffer part) {
        if (mayAppend(part.remaining())) {
            body.append(part);
        }
        return !ended.get();
    }

    /** Appends bytes. Returns false if the body has ended; then further parts must be discarded. */
    public boolean append(byte[] part, int count) {
        if (mayAppend(count)) {
            body.append(part, 0, count);
        }
        return !ended.get();
    }

    /** Rejects a message that is too large. Its parts must still be appended, to be discarded. */
    public void reject() {
        if (end()) {
            service.rejectTooLarge(exchange);
        }
    }

    /** Rejects a message that is incomplete when the service stops. Its parts must still be appended, to be discarded. */
    void stop() {
        if (end()) {
            service.rejectStopped(exchange);
        }
    }

    private boolean mayAppend(int count) {
        if (count > body.missingBytes()) {
            reject();
            return false;
        }
        if (ended.get()) {
            return false;
        }
        if (hasRoomFor(count)) {
            return true;
        }
        if (end()) {
            service.rejectForMemory(exchange, memory.describe());
        }
        return false;
    }

    /**
     * Grows the buffer. Reading a body cannot pause, so a body that would exceed its share of the memory budget is
     * rejected while its peer can still get a reply.
     */
    private boolean hasRoomFor(int count) {
        int growth = body.growthFor(count);
        return growth == 0 || (memory.mayCharge(growth) && body.makeRoom(count));
    }

    /** Submits the message, unless the body has ended. */
    public void complete() {
        if (end()) {
            service.run(body.trimmed(), body.receivedBytes(), exchange);
        }
    }

    /** Ends the body. Returns true once. */
    public boolean end() {
        if (!ended.compareAndSet(false, true)) {
            return false;
        }
        memory.close();
        service.remove(this);
        return true;
    }

    /** Terminates the exchange if the body is incomplete after the timeout. Only for the timeout monitor. */
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
