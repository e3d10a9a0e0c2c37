package io.grizzlythrift.bench.load;

import static java.util.Objects.requireNonNull;

import io.grizzlythrift.bench.service.Method;
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
 * @param handlerTime how long the handler sleeps or burns, for those two methods
 * @param connections how many connections, all opened before the first call
 * @param inFlight calls that each connection keeps outstanding
 * @param threads threads that share the connections
 * @param verifyEvery one reply in so many is compared byte by byte; the length of each is always checked
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
        int verifyEvery,
        Duration warmup,
        Duration duration) {
    /** Checks every bound. */
    public LoadPlan {
        requireNonNull(host, "host");
        requireNonNull(protocol, "protocol");
        requireNonNull(method, "method");
        requireNonNull(handlerTime, "handlerTime");
        requireNonNull(warmup, "warmup");
        requireNonNull(duration, "duration");
        bounded("port", port, 1, 65_535);
        bounded("size", size, 0, 1 << 30);
        bounded("connections", connections, 1, 1_000_000);
        bounded("in-flight", inFlight, 1, 1_000_000);
        bounded("threads", threads, 1, connections);
        bounded("verify-every", verifyEvery, 1, Integer.MAX_VALUE);
        if (duration.isZero()) {
            throw new IllegalArgumentException("duration must be more than 0");
        }
        if (handlerTime.compareTo(Duration.ofMinutes(1)) > 0) {
            throw new IllegalArgumentException("handler-time must be at most 1m, but is " + handlerTime);
        }
    }

    private static void bounded(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + " must be " + least + " to " + most + ", but is " + value);
        }
    }
}
