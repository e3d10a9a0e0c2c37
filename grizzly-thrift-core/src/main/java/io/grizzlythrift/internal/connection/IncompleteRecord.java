package io.grizzlythrift.internal.connection;

import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.memory.MemoryPart;
import java.util.function.IntConsumer;

/**
 * The beginning of a TLS record whose rest has not arrived. The time for its rest is that of a frame. Its bytes are charged as
 * those of a partial frame once it lasts: most reads of a busy connection end within a record, and many such connections must
 * not pause each other.
 *
 * <p>Updated by the thread that reads, and charged by the timeout monitor. The lock of this object guards the fields; memory is
 * charged and released without it.
 */
final class IncompleteRecord implements IntConsumer {
    private final MemoryAccount memory;

    /** Below 0, so that no frame has the same number; 0 if there is no such record. */
    private long number;

    private long records;
    private long since;
    private int bytes;
    private int charged;

    IncompleteRecord(MemoryAccount memory) {
        this.memory = memory;
    }

    /** @param kept how many bytes are kept for the record; 0 for none */
    @Override
    public void accept(int kept) {
        int released;
        synchronized (this) {
            if (kept == 0) {
                number = 0;
            } else if (number == 0) {
                since = System.nanoTime();
                number = --records;
            }
            bytes = kept;
            released = kept == 0 ? charged : 0;
            charged -= released;
        }
        if (released > 0) {
            memory.release(MemoryPart.PARTIAL_FRAMES, released);
        }
    }

    /** Charges what the record takes now. Called while it lasts; may terminate the connection. */
    void charge() {
        int more;
        synchronized (this) {
            more = bytes - charged;
            charged += more;
        }
        if (more > 0) {
            memory.charge(MemoryPart.PARTIAL_FRAMES, more);
        }
    }

    /** {@return the number of the record, below 0; 0 if there is none} */
    synchronized long number() {
        return number;
    }

    /** {@return when the last record began, in nanoseconds} */
    synchronized long since() {
        return since;
    }
}
