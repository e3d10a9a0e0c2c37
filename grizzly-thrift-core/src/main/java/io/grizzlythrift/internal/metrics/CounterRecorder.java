package io.grizzlythrift.internal.metrics;

import io.grizzlythrift.call.CallPriority;
import io.grizzlythrift.internal.frame.FrameFilter;
import io.grizzlythrift.internal.memory.MemoryBudget;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.memory.MemoryPart;
import io.grizzlythrift.metrics.ServerCounters;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;

/** Counts the events of a server. Thread-safe. */
public final class CounterRecorder implements ServerCounters {
    /**
     * Connections. Not a LongAdder, which allocates memory under contention and, if there is none, loses the increment.
     */
    private final AtomicLong accepted = new AtomicLong();

    private final AtomicLong closed = new AtomicLong();
    private final LongAdder calls = new LongAdder();
    private final LongAdder[] callsByPriority = new LongAdder[CallPriority.values().length];
    private final LongAdder rejected = new LongAdder();
    private final LongAdder dropped = new LongAdder();
    private final LongAdder cancelled = new LongAdder();
    private final LongAdder protocolErrors = new LongAdder();
    private final LongAdder handlerErrors = new LongAdder();
    private final LongAdder duplicateReplies = new LongAdder();
    private final LongAdder failedAccepts = new LongAdder();
    private final Map<LimitType, LongAdder> reached = new EnumMap<>(LimitType.class);
    private final LongAdder failedHandshakes = new LongAdder();
    private final AtomicInteger pendingNegotiations = new AtomicInteger();
    private final LongAdder completedNegotiations = new LongAdder();
    private final LongAdder failedNegotiations = new LongAdder();
    private final LongAdder announcements = new LongAdder();
    private final LongAdder failedAnnouncements = new LongAdder();

    /** Supplies a value that is counted elsewhere. */
    private volatile IntSupplier inFlight = () -> 0;

    private volatile IntSupplier inFlightLimit = () -> 0;

    private volatile Optional<MemoryBudget> memory = Optional.empty();
    private volatile FrameFilter frames;

    /** Creates counters that start at zero. */
    public CounterRecorder() {
        for (LimitType limit : LimitType.values()) {
            reached.put(limit, new LongAdder());
        }
        Arrays.setAll(callsByPriority, priority -> new LongAdder());
    }

    /** Sets the sources of the number of calls in flight and of its limit. */
    public void readInFlightFrom(IntSupplier calls, IntSupplier limit) {
        inFlight = calls;
        inFlightLimit = limit;
    }

    public void readMemoryFrom(MemoryBudget budget) {
        memory = Optional.of(budget);
    }

    public void readFramesFrom(FrameFilter filter) {
        frames = filter;
        readMemoryFrom(filter.memory());
    }

    @Override
    public long acceptedConnections() {
        return accepted.get();
    }

    @Override
    public long openConnections() {
        return accepted.get() - closed.get();
    }

    @Override
    public long calls() {
        return calls.sum();
    }

    @Override
    public long calls(CallPriority priority) {
        return callsByPriority[priority.number()].sum();
    }

    /** Counts calls of the priority with this number. */
    public void countPriority(int priority, int count) {
        callsByPriority[priority].add(count);
    }

    @Override
    public long rejectedCalls() {
        return rejected.sum();
    }

    @Override
    public long droppedCalls() {
        return dropped.sum();
    }

    @Override
    public long cancelledCalls() {
        return cancelled.sum();
    }

    @Override
    public long protocolErrors() {
        return protocolErrors.sum();
    }

    @Override
    public long handlerErrors() {
        return handlerErrors.sum();
    }

    @Override
    public long duplicateReplies() {
        return duplicateReplies.sum();
    }

    public void countDuplicateReply() {
        duplicateReplies.increment();
    }

    @Override
    public int inFlight() {
        return inFlight.getAsInt();
    }

    @Override
    public int inFlightLimit() {
        return inFlightLimit.getAsInt();
    }

    @Override
    public long bufferedBytes() {
        return memory.map(MemoryBudget::usedBytes).orElse(0L);
    }

    @Override
    public long bufferedBytes(MemoryPart part) {
        return memory.map(budget -> budget.usedBytes(part)).orElse(0L);
    }

    @Override
    public long failedAccepts() {
        return failedAccepts.sum();
    }

    @Override
    public long reached(LimitType limit) {
        long counted = reached.get(limit).sum();
        FrameFilter filter = frames;
        if (limit == LimitType.MAX_FRAME_BYTES && filter != null) {
            return filter.rejectedFrames() + counted;
        }
        return counted;
    }

    public void countReached(LimitType limit, int times) {
        reached.get(limit).add(times);
    }

    public void countFailedAccept() {
        failedAccepts.increment();
    }

    @Override
    public long failedHandshakes() {
        return failedHandshakes.sum();
    }

    @Override
    public int pendingNegotiations() {
        return pendingNegotiations.get();
    }

    @Override
    public long completedNegotiations() {
        return completedNegotiations.sum();
    }

    @Override
    public long failedNegotiations() {
        return failedNegotiations.sum();
    }

    /** Counts a negotiation that begins, unless there are as many as allowed. */
    public boolean tryBeginNegotiation(int max) {
        int before;
        do {
            before = pendingNegotiations.get();
            if (before >= max) {
                return false;
            }
        } while (!pendingNegotiations.compareAndSet(before, before + 1));
        return true;
    }

    /** Counts that a negotiation which has begun is over. */
    public void endNegotiation(boolean completed) {
        pendingNegotiations.decrementAndGet();
        (completed ? completedNegotiations : failedNegotiations).increment();
    }

    /** Counts a negotiation that was refused before it began. */
    public void countRefusedNegotiation() {
        failedNegotiations.increment();
    }

    @Override
    public long announcements() {
        return announcements.sum();
    }

    public void countAnnounced() {
        announcements.increment();
    }

    @Override
    public long failedAnnouncements() {
        return failedAnnouncements.sum();
    }

    public void countFailedAnnouncement() {
        failedAnnouncements.increment();
    }

    public void countAccepted() {
        accepted.incrementAndGet();
    }

    public void countClosed() {
        closed.incrementAndGet();
    }

    public void countCalls(int count) {
        calls.add(count);
    }

    public void countRejected() {
        rejected.increment();
    }

    public void countDropped(int count) {
        dropped.add(count);
    }

    public void countCancelled() {
        cancelled.increment();
    }

    public void countProtocolError() {
        protocolErrors.increment();
    }

    public void countFailedHandshake() {
        failedHandshakes.increment();
    }

    public void countHandlerError() {
        handlerErrors.increment();
    }

    @Override
    public String toString() {
        String limits = Arrays.stream(LimitType.values())
                .filter(limit -> reached(limit) > 0)
                .map(limit -> ", " + limit + " reached " + reached(limit))
                .collect(Collectors.joining());
        return "connections " + openConnections() + " open of " + acceptedConnections() + " accepted, calls " + calls()
                + " (" + inFlight() + " in flight, " + rejectedCalls() + " rejected, " + droppedCalls()
                + " dropped, " + cancelledCalls() + " cancelled), errors: protocol " + protocolErrors() + ", handler "
                + handlerErrors()
                + ", TLS handshake " + failedHandshakes()
                + ", SASL negotiation " + failedNegotiations() + limits;
    }
}
