package io.grizzlythrift.bench.floor.uring;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/** System calls of one thread, by number, through {@code syscall} of the C library. */
final class SystemCalls {
    static final Number IO_URING_SETUP = new Number("io_uring_setup", 425, 425);
    static final Number IO_URING_ENTER = new Number("io_uring_enter", 426, 426);
    static final Number IO_URING_REGISTER = new Number("io_uring_register", 427, 427);
    static final Number MMAP = new Number("mmap", 9, 222);
    static final Number SOCKET = new Number("socket", 41, 198);
    static final Number BIND = new Number("bind", 49, 200);
    static final Number LISTEN = new Number("listen", 50, 201);
    static final Number GETSOCKNAME = new Number("getsockname", 51, 204);
    static final Number SETSOCKOPT = new Number("setsockopt", 54, 208);

    static final int EINTR = 4;
    static final int EAGAIN = 11;
    static final int EBUSY = 16;
    static final int ENOBUFS = 105;

    private static final int MAX_ARGUMENTS = 6;
    private static final StructLayout CALL_STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = CALL_STATE.varHandle(PathElement.groupElement("errno"));
    private static final MethodHandle SYSCALL = Linker.nativeLinker()
            .downcallHandle(
                    Linker.nativeLinker().defaultLookup().find("syscall").orElseThrow(),
                    FunctionDescriptor.of(
                            JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
                    Linker.Option.firstVariadicArg(1),
                    Linker.Option.captureCallState("errno"));

    private final MemorySegment state = Arena.global().allocate(CALL_STATE);

    /** The number of a system call on this machine. */
    record Number(String name, long value) {
        Number(String name, long x86, long aarch64) {
            this(name, System.getProperty("os.arch").equals("aarch64") ? aarch64 : x86);
        }
    }

    /** Makes a call. Returns its result, or the negative of its error number. */
    long attempt(Number number, long a, long b, long c, long d, long e, long f) {
        try {
            long result = (long) SYSCALL.invokeExact(state, number.value(), a, b, c, d, e, f);
            return result == -1 ? -(int) ERRNO.get(state, 0L) : result;
        } catch (Throwable impossible) { // a C function throws nothing
            throw new AssertionError(impossible);
        }
    }

    /** Makes a call with up to six arguments, and returns its result. */
    long call(Number number, long... arguments) throws IOException {
        long[] all = Arrays.copyOf(arguments, MAX_ARGUMENTS);
        return require(number, attempt(number, all[0], all[1], all[2], all[3], all[4], all[5]));
    }

    /** Throws an exception if a call returned an error. */
    static long require(Number number, long result) throws IOException {
        if (result < 0) {
            throw new IOException(number.name() + " failed with error number " + -result);
        }
        return result;
    }
}
