package io.grizzlythrift.internal.call;

import io.grizzlythrift.internal.header.FrameHeader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The header with the time left until the deadline of a call when its client sends it: a decimal number of
 * milliseconds. Only a duration is sent, so the clocks of the two hosts need not agree. The name is that of fbthrift,
 * whose clients and servers know the header as well; others ignore it.
 */
public final class ClientTimeout {
    /** The name of the header: {@value}. */
    public static final String HEADER = "client_timeout";

    /** The name of the header of an HTTP request, which proxies do not drop: {@value}. */
    public static final String HTTP_HEADER = "Client-Timeout";

    /** Stands for the absence of a timeout. fbthrift sends 0 for this. */
    public static final long NONE = Long.MAX_VALUE;

    /** Stands for a header that is not a number of milliseconds. */
    public static final long INVALID = -1;

    /** Longer than any timeout of a server. Larger numbers are treated as this one. */
    private static final long MAX_MILLIS = TimeUnit.DAYS.toMillis(365);

    private ClientTimeout() {}

    /** {@return the timeout of a call in nanoseconds, at most a year; or {@link #NONE} or {@link #INVALID}} */
    public static long of(FrameHeader call) {
        Optional<String> value = call.header(HEADER);
        return value.isEmpty() ? NONE : parse(value.get());
    }

    /** {@return the timeout of a call in an HTTP request with these headers, as {@link #of} does} */
    public static long ofHttp(Map<String, List<String>> headers) {
        List<String> values = headers.get(HTTP_HEADER);
        return values == null || values.isEmpty() ? NONE : parse(values.get(0));
    }

    static long parse(String value) {
        if (value.isEmpty()) {
            return INVALID;
        }
        long millis = 0;
        for (int i = 0; i < value.length(); i++) {
            int digit = value.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return INVALID;
            }
            millis = Math.min(MAX_MILLIS, 10 * millis + digit);
        }
        return millis == 0 ? NONE : TimeUnit.MILLISECONDS.toNanos(millis);
    }
}
