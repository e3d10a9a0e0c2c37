package io.grizzlythrift.bench.floor.uring;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/** Buffers for all connections of a thread. The kernel takes one when bytes have arrived, in order. */
final class ReceiveBuffers {
    /** More than the kernel fills before this thread sees the first of them, and a power of two. */
    private static final int COUNT = 64;

    private static final int BYTES = 64 * 1024;
    /** Not a multiple of a page: small requests use only the first lines of buffers, which otherwise share a cache set. */
    private static final int STRIDE = BYTES + 7 * 64;

    private static final int ENTRY_BYTES = 16;
    /** The tail of the ring of entries is in an unused field of its first entry. */
    private static final long TAIL = 14;

    private static final long PAGE_BYTES = 4096;
    private static final int REGISTER_PBUF_RING = 22;
    private static final int REGISTRATION_BYTES = 40;
    private static final VarHandle SHORT = JAVA_SHORT.varHandle();

    private final MemorySegment entries = Arena.global().allocate((long) COUNT * ENTRY_BYTES, PAGE_BYTES);
    private final MemorySegment buffers = Arena.global().allocate((long) COUNT * STRIDE, PAGE_BYTES);
    private short added;

    ReceiveBuffers(Ring ring) throws IOException {
        MemorySegment registration = Arena.global().allocate(REGISTRATION_BYTES, Long.BYTES);
        registration.set(JAVA_LONG, 0, entries.address());
        registration.set(JAVA_INT, 8, COUNT);
        ring.register(REGISTER_PBUF_RING, registration, 1);
        for (int number = 0; number < COUNT; number++) {
            add(number);
        }
        provide();
    }

    /** Adds a buffer that was filled and is not needed any more. */
    void add(int number) {
        long at = (long) (added & (COUNT - 1)) * ENTRY_BYTES;
        entries.set(JAVA_LONG, at, buffers.address() + (long) number * STRIDE);
        entries.set(JAVA_INT, at + 8, BYTES);
        entries.set(JAVA_SHORT, at + 12, (short) number);
        added++;
    }

    /** Shows the kernel all buffers that were added. */
    void provide() {
        SHORT.setRelease(entries, TAIL, added);
    }
}
