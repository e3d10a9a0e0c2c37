package io.grizzlythrift.exchange;

import io.grizzlythrift.memory.MemoryAccount;
import io.grizzlythrift.memory.MemoryOwner;
import io.grizzlythrift.memory.MemoryPart;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import org.glassfish.grizzly.Buffer;

/**
 * A message that arrives in parts. One thread at a time appends parts. Its buffer is at most {@value #GROWTH} times the
 * bytes that have arrived, whatever length the peer announced.
 *
 * <p>The message ends once: {@link #complete}, {@link #abandon}, a rejection, the timeout monitor and the memory budget
 * all compare-and-set the same flag, and only the thread that sets it acts on the exchange.
 */
public final class IncomingMessage {
    static final int FIRST_CAPACITY = 4096;
    static final int GROWTH = 4;

    private final MessageService service;
    private final MessageExchange exchange;
    private final MemoryAccount memory;
    private final int maxBytes;
    private final long startNanos;
    private final AtomicBoolean ended = new AtomicBoolean();
    private byte[] body = {};
    private int arrived;

    /** @param maxBytes the length that the peer announced, or the largest accepted message */
    IncomingMessage(
            MessageService service, MessageExchange exchange, MemoryAccount memory, int maxBytes, long startNanos) {
        this.service = service;
        this.exchange = exchange;
        this.memory = memory;
        this.maxBytes = maxBytes;
        this.startNanos = startNanos;
        memory.setOwner(new Holder());
    }

    /**
     * Appends a part.
     *
     * @param part read to its limit
     * @return false if the message has ended, for example because it is too large or the memory budget is exhausted.
     *     The exchange was then notified; discard further parts
     */
    public boolean append(Buffer part) {
        int count = part.remaining();
        if (count > maxBytes - arrived) {
            if (end()) {
                service.rejectTooLarge(exchange);
            }
        } else if (!ended.get()) {
            if (hasRoomFor(count)) {
                part.get(body, arrived, count);
                arrived += count;
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
        int needed = arrived + count;
        if (body.length >= needed) {
            return true;
        }
        int overallocated =
                (int) Math.min(maxBytes, Math.max(Math.max(needed, FIRST_CAPACITY), (long) GROWTH * arrived));
        int grown = memory.mayAllocateAhead(overallocated - body.length) ? overallocated : needed;
        int more = grown - body.length;
        if (!memory.mayCharge(more) || !memory.charge(MemoryPart.PARTIAL_FRAMES, more)) {
            return false;
        }
        body = Arrays.copyOf(body, grown);
        return true;
    }

    /** Submits the message, which has arrived completely. */
    public void complete() {
        if (end()) {
            service.run(body, 0, arrived, exchange);
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
