package io.grizzlythrift.client.internal.call;

import io.grizzlythrift.internal.call.ClientTimeout;
import io.grizzlythrift.internal.call.PreviousAttempts;
import io.grizzlythrift.internal.header.FrameHeader;
import io.grizzlythrift.internal.header.HeaderMap;
import io.grizzlythrift.internal.header.OutgoingHeader;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The headers of one call and of its reply, in the dialect HEADER. Calls of other dialects have no headers, or carry
 * them in a field of their arguments, and their replies have none.
 *
 * <p>The headers to send change only on the calling thread, before the call is encoded. The headers of the reply are
 * set before the reply is delivered.
 */
public final class CallHeaders {
    private static final long NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    /** The maximum size of the user's headers that leaves room for the timeout and the number of attempts. */
    private static final int MAX_BYTES_WITH_OWN = HeaderMap.MAX_BYTES
            - 2 * HeaderMap.PAIR_BYTES
            - ClientTimeout.HEADER.length()
            - Long.toString(Long.MAX_VALUE).length()
            - PreviousAttempts.HEADER.length()
            - Integer.toString(Integer.MAX_VALUE).length();

    private final StubHeaders stub;
    private HeaderMap sent;

    /** The timeout for {@link ClientTimeout}, rounded down; 0 if the call does not carry it. */
    private long timeoutMillis;

    /** The number of attempts at the call before this one. */
    private int previousAttempts;

    private volatile Map<String, String> received = Map.of();
    private volatile boolean replied;

    public CallHeaders(StubHeaders stub) {
        this.stub = stub;
        sent = stub.headers();
    }

    /** {@return whether some headers are yet to be computed} */
    public boolean areComputed() {
        return !stub.computed().isEmpty();
    }

    /** Computes headers. Runs user code, whose exceptions it passes on. Must be called before the call is encoded. */
    public void compute() {
        stub.computed().forEach((name, value) -> sent = sent.with(name, value.get()));
    }

    /** {@return the headers of the call} */
    public HeaderMap sent() {
        return sent;
    }

    /** Replaces the headers of the call. Must be called before the call is encoded. */
    public void sent(HeaderMap headers) {
        sent = headers;
    }

    /** {@return whether a field of the arguments carries the headers} */
    boolean areInArguments() {
        return stub.protocolId().isEmpty();
    }

    /**
     * Sets the number of attempts at the call before this one. The call carries it in the dialect HEADER, if there is
     * room for it. Must be called before the call is encoded.
     */
    public void previousAttempts(int attempts) {
        previousAttempts = attempts;
    }

    /**
     * Sets the timeout that the call carries in the dialect HEADER, unless it already has a header with that name, or
     * no room for it. Must be called before the call is encoded.
     */
    public void timeout(long nanos) {
        if (!areInArguments() && hasRoomForOwn() && !sent.asMap().containsKey(ClientTimeout.HEADER)) {
            timeoutMillis = Math.max(1, (nanos - 1) / NANOS_PER_MILLI); // the call is sent later than it begins
        }
    }

    /** {@return whether the header of the call begins with its timeout} */
    boolean hasTimeout() {
        return timeoutMillis > 0;
    }

    OutgoingHeader outgoing(int sequenceId) {
        return new OutgoingHeader(
                FrameHeader.OUT_OF_ORDER,
                sequenceId,
                stub.protocolId().orElseThrow(),
                stub.transforms(),
                outgoing(),
                Map.of());
    }

    private Map<String, String> outgoing() {
        if (!hasTimeout() && previousAttempts == 0) {
            return sent.asMap();
        }
        if (previousAttempts == 0 && sent.isEmpty()) {
            return Map.of(ClientTimeout.HEADER, Long.toString(timeoutMillis));
        }
        Map<String, String> all = new LinkedHashMap<>();
        if (hasTimeout()) {
            all.put(ClientTimeout.HEADER, Long.toString(timeoutMillis));
        }
        if (previousAttempts > 0 && hasRoomForOwn()) {
            all.put(PreviousAttempts.HEADER, Integer.toString(previousAttempts));
        }
        all.putAll(sent.asMap());
        return all;
    }

    private boolean hasRoomForOwn() {
        return sent.bytes() <= MAX_BYTES_WITH_OWN;
    }

    /** Sets the header of the reply. */
    public void received(FrameHeader header) {
        received = new ReceivedHeaders(header);
        replied = true;
    }

    /** {@return the headers of the reply; empty before it has come} */
    public Map<String, String> received() {
        return received;
    }

    /** Passes the headers of the reply to the consumer of the stub, if the reply has come. Runs user code. */
    public void report() {
        if (replied && stub.replyHeaders().isPresent()) {
            Consumer<Map<String, String>> consumer = stub.replyHeaders().get();
            consumer.accept(received);
        }
    }
}
