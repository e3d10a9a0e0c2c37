package io.grizzlythrift.server;

import io.grizzlythrift.frame.ThriftFrameFilter;
import io.grizzlythrift.memory.MemoryBudget;
import io.grizzlythrift.memory.MemoryPart;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;

/** What a server has done since it was made. Each value is read on its own, without a lock. */
public final class ServerCounters {
    private final LongAdder accepted = new LongAdder();
    private final LongAdder closed = new LongAdder();
    private final LongAdder calls = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder dropped = new LongAdder();
    private final LongAdder protocolErrors = new LongAdder();
    private final LongAdder handlerErrors = new LongAdder();
    private final LongAdder surplusAnswers = new LongAdder();
    private final LongAdder failedAccepts = new LongAdder();
    private final Map<ServerLimit, LongAdder> reached = new EnumMap<>(ServerLimit.class);
    private final LongAdder failedHandshakes = new LongAdder();

    /** What others count. */
    private volatile IntSupplier inFlight = () -> 0;

    private volatile Optional<MemoryBudget> memory = Optional.empty();
    private volatile ThriftFrameFilter frames;

    ServerCounters() {
        for (ServerLimit limit : ServerLimit.values()) {
            reached.put(limit, new LongAdder());
        }
    }

    void countInFlightWith(IntSupplier supplier) {
        inFlight = supplier;
    }

    void countMemoryWith(MemoryBudget budget) {
        memory = Optional.of(budget);
    }

    void countFramesWith(ThriftFrameFilter filter) {
        frames = filter;
        countMemoryWith(filter.memory());
    }

    /**
     * Connections accepted.
     *
     * @return a count
     */
    public long acceptedConnections() {
        return accepted.sum();
    }

    /**
     * Connections open now.
     *
     * @return a count
     */
    public long openConnections() {
        return accepted.sum() - closed.sum();
    }

    /**
     * Calls received whole, oneway and refused ones included.
     *
     * @return a count
     */
    public long calls() {
        return calls.sum();
    }

    /**
     * Calls that were answered with a refusal and never ran.
     *
     * @return a count
     */
    public long refusedCalls() {
        return refused.sum();
    }

    /**
     * Calls that never ran because their connection was closed before a thread came to them.
     *
     * @return a count
     */
    public long droppedCalls() {
        return dropped.sum();
    }

    /**
     * Intact frames whose message could not be read: bad arguments (answered), or not a message at all (terminated).
     *
     * @return a count
     */
    public long protocolErrors() {
        return protocolErrors.sum();
    }

    /**
     * Calls that ended with an Error, a TTransportException, or a result that could not be encoded. Other exceptions
     * are answered by generated code and not counted here.
     *
     * @return a count
     */
    public long handlerErrors() {
        return handlerErrors.sum();
    }

    /**
     * Answers of asynchronous handlers to calls that had ended: a second one, or one after
     * {@link ServerLimits#callTimeout()}. They are dropped.
     *
     * @return a count
     */
    public long surplusAnswers() {
        return surplusAnswers.sum();
    }

    void countSurplusAnswer() {
        surplusAnswers.increment();
    }

    /**
     * Calls that wait for a thread or run now. A call whose reply waits to be written is no longer among them.
     *
     * @return a count
     */
    public int inFlight() {
        return inFlight.getAsInt();
    }

    /**
     * The memory that connections hold now: frames and replies. {@link ServerLimits#maxBufferedBytes()} bounds it.
     *
     * @return bytes
     */
    public long bufferedBytes() {
        return memory.map(MemoryBudget::usedBytes).orElse(0L);
    }

    /**
     * The memory that connections hold now for one thing.
     *
     * @param part what for
     * @return bytes
     */
    public long bufferedBytes(MemoryPart part) {
        return memory.map(budget -> budget.usedBytes(part)).orElse(0L);
    }

    /**
     * Connections that could not be accepted because the operating system refused, most likely for want of a
     * descriptor. They wait in the backlog, and accepting pauses for a moment.
     *
     * @return a count of attempts
     */
    public long failedAccepts() {
        return failedAccepts.sum();
    }

    /**
     * How often a limit was reached.
     *
     * @param limit which one
     * @return a count; {@link ServerLimit} says of what
     */
    public long reached(ServerLimit limit) {
        ThriftFrameFilter filter = frames;
        if (limit == ServerLimit.FRAME_BYTES && filter != null) {
            return filter.rejectedFrames();
        }
        return reached.get(limit).sum();
    }

    void countReached(ServerLimit limit, int times) {
        reached.get(limit).add(times);
    }

    void countFailedAccept() {
        failedAccepts.increment();
    }

    /**
     * Connections that ended before their TLS handshake was complete, whatever the reason: no TLS, no common version,
     * a certificate that is not trusted, too slow, or the peer went away.
     *
     * @return a count
     */
    public long failedHandshakes() {
        return failedHandshakes.sum();
    }

    void countAccepted() {
        accepted.increment();
    }

    void countClosed() {
        closed.increment();
    }

    void countCalls(int count) {
        calls.add(count);
    }

    void countRefused() {
        refused.increment();
    }

    void countDropped(int count) {
        dropped.add(count);
    }

    void countProtocolError() {
        protocolErrors.increment();
    }

    void countFailedHandshake() {
        failedHandshakes.increment();
    }

    void countHandlerError() {
        handlerErrors.increment();
    }

    @Override
    public String toString() {
        String limits = Arrays.stream(ServerLimit.values())
                .filter(limit -> reached(limit) > 0)
                .map(limit -> ", " + limit + " reached " + reached(limit))
                .collect(Collectors.joining());
        return "connections " + openConnections() + " open of " + acceptedConnections() + " accepted, calls " + calls()
                + " (" + inFlight() + " in flight, " + refusedCalls() + " refused, " + droppedCalls()
                + " dropped), errors: protocol " + protocolErrors() + ", handler " + handlerErrors()
                + ", TLS handshake " + failedHandshakes() + limits;
    }
}
