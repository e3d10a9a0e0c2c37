package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.internal.call.CancelCallbacks;
import io.grizzlythrift.internal.call.ClientTimeout;
import io.grizzlythrift.internal.call.RejectedCall.Reason;
import io.grizzlythrift.internal.header.FrameHeader;
import io.grizzlythrift.internal.metrics.CounterRecorder;
import io.grizzlythrift.strategy.internal.util.LogLimiter;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks, before a call is decoded, whether its caller still waits: whether the client has cancelled it, or its
 * deadline has passed. Only calls with a header, and those that an HTTP request asks for in JSON, carry this information. Thread-safe.
 */
final class GoneCallers {
    private static final Logger LOG = LoggerFactory.getLogger(GoneCallers.class);

    /**
     * Larger than the error of a {@link CallClock} between two readings, even if its timer thread waits for a
     * processor.
     */
    private static final long CLOCK_ERROR_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final LogLimiter invalidLog = new LogLimiter(System::nanoTime);
    private final AdmissionControl admission;
    private final CancelCallbacks cancelCallbacks;
    private final CounterRecorder counters;

    GoneCallers(AdmissionControl admission, CancelCallbacks cancelCallbacks, CounterRecorder counters) {
        this.admission = admission;
        this.cancelCallbacks = cancelCallbacks;
        this.counters = counters;
    }

    /**
     * Returns the reason why a call must not start, and counts it; null if the call may start.
     *
     * @param call its frame has a header, or it is transcoded
     * @param clock has been read since the previous call
     */
    Reason check(ServerCall call, CallClock clock) {
        if (call.hasFrameHeader() && isCancelled(call)) {
            return Reason.CANCELLED;
        }
        return call.clientTimeoutNanos() != ClientTimeout.NONE
                        && hasPassed(call.timeoutNanos(), call.read().arrival(), clock)
                ? Reason.DEADLINE_EXCEEDED
                : null;
    }

    private boolean isCancelled(ServerCall call) {
        HeaderCall header = call.frameHeader();
        if (call.origin().cancelledCalls().take(header.sequenceId(), call.number())) {
            cancelCallbacks.count();
            return true;
        }
        if (header.isTimeoutInvalid()) {
            ignore(header.header(), call.origin());
        }
        return false;
    }

    private boolean hasPassed(long timeout, long arrival, CallClock clock) {
        if (clock.sinceReading(arrival) < timeout - CLOCK_ERROR_NANOS) {
            return false;
        }
        long waited = clock.read() - arrival;
        if (waited < timeout) {
            return false;
        }
        admission.countExpired(waited, timeout);
        return true;
    }

    private void ignore(FrameHeader header, CallOrigin origin) {
        counters.countProtocolError();
        invalidLog.log(suppressed -> LOG.warn(
                "ignored the {} of a call of {}: it has {} characters, and is not a number of milliseconds{}",
                ClientTimeout.HEADER,
                origin.peer(),
                header.header(ClientTimeout.HEADER).orElse("").length(),
                LogLimiter.suffix(suppressed)));
    }

    /** {@return the rejection message for the client} */
    static String text(Reason reason) {
        return reason == Reason.CANCELLED
                ? "its client has cancelled it"
                : "its deadline had passed before it could start";
    }
}
