package io.grizzlythrift.bench.floor.uring;

import static io.grizzlythrift.bench.floor.uring.SystemCalls.EAGAIN;
import static io.grizzlythrift.bench.floor.uring.SystemCalls.EBUSY;
import static io.grizzlythrift.bench.floor.uring.SystemCalls.EINTR;
import static io.grizzlythrift.bench.floor.uring.SystemCalls.IO_URING_ENTER;
import static io.grizzlythrift.bench.floor.uring.SystemCalls.IO_URING_REGISTER;
import static io.grizzlythrift.bench.floor.uring.SystemCalls.IO_URING_SETUP;
import static io.grizzlythrift.bench.floor.uring.SystemCalls.MMAP;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * The ring of one thread: a queue of operations that the kernel takes, and a queue of their completions. Constants and
 * offsets are those of {@code linux/io_uring.h}.
 *
 * <p>Each end of a queue has one writer, which stores it with release after the entries; the other side loads it with
 * acquire before them.
 */
final class Ring {
    static final int ANY_FILE = -1;

    /** Flags of operations. */
    static final int FIXED_FILE = 1;

    static final int BUFFER_SELECT = 1 << 5;
    static final int CQE_SKIP_SUCCESS = 1 << 6;

    /** A flag of completions: the operation goes on. */
    static final int MORE = 1 << 1;

    private static final int OPERATIONS = 256;
    private static final int OPERATION_BYTES = 64;
    private static final int COMPLETIONS = 2048;
    private static final int COMPLETION_BYTES = 16;
    private static final int PARAMS_BYTES = 120;

    private static final int SETUP_CQSIZE = 1 << 3;
    private static final int SETUP_SUBMIT_ALL = 1 << 7;
    private static final int SETUP_SINGLE_ISSUER = 1 << 12;
    private static final int SETUP_DEFER_TASKRUN = 1 << 13;
    private static final int SETUP_NO_SQARRAY = 1 << 16;
    /**
     * With a single issuer, the kernel submits without a lock. With deferred task work, it receives when this thread
     * waits, in batches, instead of interrupting it; COOP_TASKRUN, a weaker form of that, would change nothing. Without
     * SQARRAY, it takes the operations in order, not by an array of indices.
     */
    private static final int SETUP_FLAGS =
            SETUP_CQSIZE | SETUP_SUBMIT_ALL | SETUP_SINGLE_ISSUER | SETUP_DEFER_TASKRUN | SETUP_NO_SQARRAY;

    private static final long OFFSET_OF_RINGS = 0;
    private static final long OFFSET_OF_OPERATIONS = 0x10000000L;
    private static final int PROT_READ_WRITE = 3;
    private static final int MAP_SHARED_POPULATE = 0x8001;
    private static final int REGISTER_FILES2 = 13;
    private static final int REGISTER_RING_FDS = 20;
    private static final int FILES_BYTES = 32;
    private static final int FILES_SPARSE = 1;
    private static final int ENTER_GETEVENTS = 1;
    /** The ring is given by its place in a table of the thread, so that the kernel need not look up a descriptor. */
    private static final int ENTER_REGISTERED_RING = 1 << 4;

    private static final VarHandle INT = JAVA_INT.varHandle();

    private final SystemCalls system = new SystemCalls();
    private final int descriptor;
    private final int place;
    private final MemorySegment rings;
    private final MemorySegment operations;
    private final long operationsHead;
    private final long operationsTail;
    private final long completionsHead;
    private final long completionsTail;
    private final long completions;

    /** Operations that were added so far. */
    private int added;

    private long operation;
    /** Completions that were taken so far, and those that the kernel had added when this thread last waited. */
    private int taken;

    private int available;
    private long completion;

    Ring() throws IOException {
        MemorySegment params = Arena.global().allocate(PARAMS_BYTES, Long.BYTES);
        params.set(JAVA_INT, 4, COMPLETIONS);
        params.set(JAVA_INT, 8, SETUP_FLAGS);
        descriptor = (int) system.call(IO_URING_SETUP, OPERATIONS, params.address());
        operationsHead = params.get(JAVA_INT, 40);
        operationsTail = params.get(JAVA_INT, 44);
        completionsHead = params.get(JAVA_INT, 80);
        completionsTail = params.get(JAVA_INT, 84);
        completions = params.get(JAVA_INT, 100);
        rings = map(OFFSET_OF_RINGS, completions + (long) COMPLETIONS * COMPLETION_BYTES);
        operations = map(OFFSET_OF_OPERATIONS, (long) OPERATIONS * OPERATION_BYTES);
        MemorySegment update = Arena.global().allocate(2 * Long.BYTES, Long.BYTES);
        update.set(JAVA_INT, 0, -1); // any place
        update.set(JAVA_LONG, Long.BYTES, descriptor);
        register(REGISTER_RING_FDS, update, 1);
        place = update.get(JAVA_INT, 0);
    }

    private MemorySegment map(long offset, long bytes) throws IOException {
        long address = system.call(MMAP, 0, bytes, PROT_READ_WRITE, MAP_SHARED_POPULATE, descriptor, offset);
        return MemorySegment.ofAddress(address).reinterpret(bytes);
    }

    int descriptor() {
        return descriptor;
    }

    void register(int code, MemorySegment argument, int count) throws IOException {
        system.call(IO_URING_REGISTER, descriptor, code, argument.address(), count);
    }

    /** Makes room for as many sockets, which operations name by their place instead of a descriptor. */
    void registerFiles(int count) throws IOException {
        MemorySegment registration = Arena.global().allocate(FILES_BYTES, Long.BYTES);
        registration.set(JAVA_INT, 0, count);
        registration.set(JAVA_INT, 4, FILES_SPARSE);
        register(REGISTER_FILES2, registration, FILES_BYTES);
    }

    /**
     * Adds an operation. Until the next one is added, the methods {@link #offset} to {@link #file} complete it.
     *
     * @param code what to do
     * @param flags flags that all operations have
     * @param own flags that only this kind of operation has, where it has them in the field for priorities
     * @param file descriptor, or the place of a registered file
     * @param data comes back with the completion
     */
    Ring add(int code, int flags, int own, int file, long data) throws IOException {
        if (added - (int) INT.getAcquire(rings, operationsHead) == OPERATIONS) {
            enter(0, 0);
        }
        operation = (long) (added & (OPERATIONS - 1)) * OPERATION_BYTES;
        added++;
        operations.set(JAVA_LONG, operation, code | flags << 8 | own << 16 | (long) file << 32);
        operations.set(JAVA_LONG, operation + 8, 0);
        operations.set(JAVA_LONG, operation + 16, 0);
        operations.set(JAVA_LONG, operation + 24, 0);
        operations.set(JAVA_LONG, operation + 32, data);
        operations.set(JAVA_LONG, operation + 40, 0);
        operations.set(JAVA_LONG, operation + 48, 0);
        return this;
    }

    Ring offset(long offset) {
        operations.set(JAVA_LONG, operation + 8, offset);
        return this;
    }

    Ring address(long address) {
        operations.set(JAVA_LONG, operation + 16, address);
        return this;
    }

    Ring length(int length, int how) {
        operations.set(JAVA_LONG, operation + 24, length | (long) how << 32);
        return this;
    }

    /** Sets the place of a registered file, counted from 1, to which the operation is applied, or {@link #ANY_FILE}. */
    Ring file(int place) {
        operations.set(JAVA_INT, operation + 44, place);
        return this;
    }

    Ring source(long place) {
        operations.set(JAVA_LONG, operation + 48, place);
        return this;
    }

    /** Submits all operations that were added, and returns when there are completions, all with one system call. */
    void submitAndWait() throws IOException {
        INT.setRelease(rings, completionsHead, taken);
        enter(1, ENTER_GETEVENTS);
        available = (int) INT.getAcquire(rings, completionsTail);
    }

    private void enter(int wanted, int flags) throws IOException {
        INT.setRelease(rings, operationsTail, added);
        int count = added - (int) INT.getAcquire(rings, operationsHead);
        long result = system.attempt(IO_URING_ENTER, place, count, wanted, flags | ENTER_REGISTERED_RING, 0, 0);
        if (result != -EINTR && result != -EAGAIN && result != -EBUSY) {
            SystemCalls.require(IO_URING_ENTER, result);
        }
    }

    /** Takes the next completion. Returns false if there is none before the next wait. */
    boolean next() {
        if (taken == available) {
            return false;
        }
        completion = completions + (long) (taken & (COMPLETIONS - 1)) * COMPLETION_BYTES;
        taken++;
        return true;
    }

    long data() {
        return rings.get(JAVA_LONG, completion);
    }

    int result() {
        return rings.get(JAVA_INT, completion + 8);
    }

    int flags() {
        return rings.get(JAVA_INT, completion + 12);
    }
}
