package io.grizzlythrift.bench.load;

import static java.util.Objects.requireNonNull;

import io.grizzlythrift.bench.service.Method;
import io.grizzlythrift.bench.service.PreparedCall;
import io.grizzlythrift.bench.service.WireProtocol;
import java.time.Duration;

/**
 * What a client shall do to a server.
 *
 * @param host where the server is
 * @param port its port
 * @param protocol the encoding
 * @param method which method to call
 * @param size length of the text or the bytes of each call
 * @param handlerTime how long the handler sleeps or burns, for those two methods and for {@code burnEvery}
 * @param connections how many connections, all opened before the first call
 * @param inFlight calls that each connection keeps outstanding, for the clients that can have more than one
 * @param threads threads that call, for the clients that have such
 * @param ioThreads threads that read and write, for the clients that have such
 * @param rate calls per second over all connections, due at even distances whether replies come or not: a call that
 *     is late because earlier ones have no reply yet leaves as soon as it has a place in flight, and its latency begins
 *     when it was due; 0 for a call whenever a reply came
 * @param burnEvery of so many calls one burns {@code handlerTime} instead, and is neither counted nor recorded: the
 *     last of so many of each thread, or of each place in flight, that calls; 0 for none
 * @param verifyEvery the raw client compares one reply in so many byte by byte, and the length of each
 * @param warmup time before anything is recorded
 * @param duration time that is recorded
 */
public record LoadPlan(
        String host,
        int port,
        WireProtocol protocol,
        Method method,
        int size,
        Duration handlerTime,
        int connections,
        int inFlight,
        int threads,
        int ioThreads,
        double rate,
        int burnEvery,
        int verifyEvery,
        Duration warmup,
        Duration duration) {
    private static final int MAX_SIZE = 1 << 30;
    private static final int SLACK_BYTES = 1024;
    private static final int USUAL_MAX_FRAME_BYTES = 16_384_000;
    private static final int MAX_THREADS = 10_000;
    private static final int MAX_IO_THREADS = 256;
    private static final int MAX_RATE = 10_000_000;

    /** Checks every bound. */
    public LoadPlan {
        requireNonNull(host, "host");
        requireNonNull(protocol, "protocol");
        requireNonNull(method, "method");
        requireNonNull(handlerTime, "handlerTime");
        requireNonNull(warmup, "warmup");
        requireNonNull(duration, "duration");
        bounded("port", port, 1, 65_535);
        bounded("size", size, 0, MAX_SIZE);
        bounded("connections", connections, 1, 1_000_000);
        bounded("in-flight", inFlight, 1, 1_000_000);
        bounded("threads", threads, 1, MAX_THREADS);
        bounded("io-threads", ioThreads, 1, MAX_IO_THREADS);
        bounded("verify-every", verifyEvery, 1, Integer.MAX_VALUE);
        if (!(rate >= 0 && rate <= MAX_RATE)) {
            throw new IllegalArgumentException("rate must be 0 to " + MAX_RATE + " calls per second, but is " + rate);
        }
        if (burnEvery != 0) {
            bounded("burn-every (unless 0)", burnEvery, 2, 1_000_000);
            if (method == Method.BURN) {
                throw new IllegalArgumentException(
                        "burn-every must be 0 with method burn, where every call burns, but is " + burnEvery);
            }
        }
        if (duration.isZero()) {
            throw new IllegalArgumentException("duration must be more than 0");
        }
        if (handlerTime.compareTo(Duration.ofMinutes(1)) > 0) {
            throw new IllegalArgumentException("handler-time must be at most 1m, but is " + handlerTime);
        }
    }

    /**
     * The call that is measured.
     *
     * @return its arguments and its answer
     */
    PreparedCall preparedCall() {
        return new PreparedCall(method, size, handlerMicros());
    }

    int handlerMicros() {
        return Math.toIntExact(handlerTime.toNanos() / 1000);
    }

    /** The largest frame that a client has to take. */
    int maxFrameBytes() {
        return Math.max(USUAL_MAX_FRAME_BYTES, Math.min(MAX_SIZE, size + SLACK_BYTES));
    }

    static void atLeast(String name, int value, int least) {
        if (value < least) {
            throw new IllegalArgumentException(name + " must be at least " + least + ", but is " + value);
        }
    }

    static void bounded(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    name + " must be " + least + (most == least ? "" : " to " + most) + ", but is " + value);
        }
    }
}
