package io.grizzlythrift.exchange;

import io.grizzlythrift.frame.partial.PartialFrame;
import io.grizzlythrift.memory.MemoryAccount;
import io.grizzlythrift.memory.MemoryOwner;
import java.util.concurrent.atomic.AtomicBoolean;
import org.glassfish.grizzly.Buffer;

/**
 * A message that arrives in parts. One thread at a time appends parts; a {@link PartialFrame} collects them.
 *
 * <p>The message ends exactly once: {@link #complete}, {@link #abandon}, a rejection, the timeout monitor and the
 * memory budget all compare-and-set the same flag, and only the thread that sets it acts on the exchange.
 */
public final class IncomingMessage {
    private final MessageService service;
    private final MessageExchange exchange;
    private final MemoryAccount memory;
    private final long startNanos;
    private final AtomicBoolean ended = new AtomicBoolean();
    private final PartialFrame body;

    /** @param maxBytes the length that the peer announced, or the length of the largest accepted message */
    IncomingMessage(
            MessageService service, MessageExchange exchange, MemoryAccount memory, int maxBytes, long startNanos) {
        this.service = service;
        this.exchange = exchange;
        this.memory = memory;
        body = new PartialFrame(memory);
        body.expect(maxBytes);
        this.startNanos = startNanos;
        memory.setOwner(new Holder());
    }

    /**
     * Appends a part.
     *
     * @param part a buffer, which is read to its limit
     * @return false if the message has ended, for example because it is too large or the memory budget is exhausted. In
     *     that case the exchange has been notified, and further parts must be discarded
     */
    public boolean append(Buffer part) {
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
        return growth == 0 || (memory.mayCharge(growth) && body.grow(growth));
    }

    /** Submits the message. Call it when the message has arrived completely. */
    public void complete() {
        if (end()) {
            service.run(body.trimmed(), 0, body.receivedBytes(), exchange);
        }
    }

    /** Discards the message. Call it if the rest will not arrive. */
    public void abandon() {
        end();
    }

    private boolean end() {
        if (!ended.compareAndSet(false, true)) {
            return false;
        }
        memory.close();
        service.remove(this);
        return true;
    }

    /** Terminates the connection if the message is incomplete after the timeout. Only for the timeout monitor. */
    void checkTimeout(long now, long timeoutNanos) {
        if (now - startNanos > timeoutNanos && end()) {
            service.terminateSlowSender(exchange);
        }
    }

    private final class Holder implements MemoryOwner {
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
}
