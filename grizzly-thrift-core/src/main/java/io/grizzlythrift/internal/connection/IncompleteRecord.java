package io.grizzlythrift.internal.connection;

import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.memory.MemoryPart;
import java.util.function.IntConsumer;

/**
 * The beginning of a TLS record whose rest has not arrived. Its bytes are charged as those of a partial frame, and the time for
 * its rest is that of a frame. Updated by the thread that reads; read by the timeout monitor.
 */
final class IncompleteRecord implements IntConsumer {
    private final MemoryAccount memory;
    private int charged;
    private long records;
    private long since;

    /** Below 0, so that no frame has the same number; 0 if there is no such record. Written after {@link #since}. */
    private volatile long number;

    IncompleteRecord(MemoryAccount memory) {
        this.memory = memory;
    }

    /** @param bytes how many bytes are kept for the record; 0 for none */
    @Override
    public void accept(int bytes) {
        if (bytes > charged) {
            memory.charge(MemoryPart.PARTIAL_FRAMES, bytes - charged);
        } else if (bytes < charged) {
            memory.release(MemoryPart.PARTIAL_FRAMES, charged - bytes);
        }
        if (bytes == 0) {
            number = 0;
        } else if (charged == 0) {
            since = System.nanoTime();
            number = --records;
        }
        charged = bytes;
    }

    /** {@return the number of the record, below 0; 0 if there is none} */
    long number() {
        return number;
    }

    /** {@return when the record began, in nanoseconds; valid only after {@link #number()}} */
    long since() {
        return since;
    }
}
