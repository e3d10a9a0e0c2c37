package io.grizzlythrift.exchange;

import io.grizzlythrift.memory.MemoryAccount;
import io.grizzlythrift.memory.MemoryOwner;
import io.grizzlythrift.memory.MemoryPart;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import org.glassfish.grizzly.Buffer;

/**
 * A message that arrives in parts. Parts are added by one thread at a time. It holds at most {@value #GROWTH} times the
 * bytes that have arrived, whatever length was announced.
 */
public final class IncomingMessage {
    static final int FIRST_CAPACITY = 4096;
    static final int GROWTH = 4;

    private final MessageService service;
    private final MessageExchange exchange;
    private final MemoryAccount memory;
    private final int maxBytes;
    private final long begun;
    private final AtomicBoolean ended = new AtomicBoolean();
    private byte[] body = {};
    private int arrived;

    /** @param maxBytes what the peer announced, or the largest message */
    IncomingMessage(MessageService service, MessageExchange exchange, MemoryAccount memory, int maxBytes, long begun) {
        this.service = service;
        this.exchange = exchange;
        this.memory = memory;
        this.maxBytes = maxBytes;
        this.begun = begun;
        memory.setOwner(new Holder());
    }

    /**
     * Adds what has arrived.
     *
     * @param part is emptied
     * @return false if the message has ended, here perhaps: it is too large, or takes memory that there is not. The
     *     exchange was told; what still arrives is to be thrown away
     */
    public boolean append(Buffer part) {
        int count = part.remaining();
        if (count > maxBytes - arrived) {
            if (end()) {
                service.refuseSize(exchange);
            }
        } else if (!ended.get()) {
            if (hasRoomFor(count)) {
                part.get(body, arrived, count);
                arrived += count;
            } else if (end()) {
                service.refuseMemory(exchange, memory.describe());
            }
        }
        return !ended.get();
    }

    /**
     * There is no pause for a body: one that would hold more than is left then is refused while its peer can be told.
     */
    private boolean hasRoomFor(int count) {
        int needed = arrived + count;
        if (body.length >= needed) {
            return true;
        }
        int ahead = (int) Math.min(maxBytes, Math.max(Math.max(needed, FIRST_CAPACITY), (long) GROWTH * arrived));
        int grown = memory.mayAllocateAhead(ahead - body.length) ? ahead : needed;
        int more = grown - body.length;
        if (!memory.mayCharge(more) || !memory.charge(MemoryPart.PARTIAL_FRAMES, more)) {
            return false;
        }
        body = Arrays.copyOf(body, grown);
        return true;
    }

    /** Has the message run: it is whole. */
    public void complete() {
        if (end()) {
            service.run(body, 0, arrived, exchange);
        }
    }

    /** Forgets the message: the rest of it will never arrive. */
    public void abandon() {
        end();
    }

    private boolean end() {
        if (!ended.compareAndSet(false, true)) {
            return false;
        }
        memory.close();
        service.forget(this);
        return true;
    }

    /** Terminates the connection if the message takes too long to arrive. Only for the patrol. */
    void visit(long now, long timeoutNanos) {
        if (now - begun > timeoutNanos && end()) {
            service.terminateTooSlow(exchange);
        }
    }

    private final class Holder implements MemoryOwner {
        @Override
        public void pauseReading(String reason) {
            // it is refused instead
        }

        @Override
        public void terminateForMemory(String reason) {
            if (end()) {
                service.terminateForMemory(exchange, reason);
            }
        }
    }
}
