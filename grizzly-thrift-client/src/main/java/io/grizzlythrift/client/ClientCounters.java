package io.grizzlythrift.client;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/**
 * What a client has done since it was made. Each value is read on its own, without a lock. Once nothing is in flight,
 * {@code calls() == completed() + failed()}.
 */
public final class ClientCounters {
    private final LongAdder calls = new LongAdder();
    private final LongAdder sent = new LongAdder();
    private final LongAdder completed = new LongAdder();
    private final LongAdder lateReplies = new LongAdder();
    private final LongAdder unknownReplies = new LongAdder();
    private final LongAdder opened = new LongAdder();
    private final LongAdder closed = new LongAdder();
    private final LongAdder connectAttempts = new LongAdder();
    private final LongAdder reconnects = new LongAdder();
    private final LongAdder silentConnections = new LongAdder();
    private final LongAdder callbackErrors = new LongAdder();
    private final Map<FailureCause, LongAdder> failed = new EnumMap<>(FailureCause.class);

    private final CallMemory memory;

    ClientCounters(CallMemory memory) {
        this.memory = memory;
        for (FailureCause cause : FailureCause.values()) {
            failed.put(cause, new LongAdder());
        }
    }

    /**
     * Calls begun, oneway ones and those that failed at once included.
     *
     * @return a count
     */
    public long calls() {
        return calls.sum();
    }

    /**
     * Calls that have begun and not ended: neither completed nor failed.
     *
     * @return a count
     */
    public long inFlight() {
        // What has ended is read first, so that the difference is not less than 0.
        long ended = completed() + failed();
        return calls.sum() - ended;
    }

    /**
     * What encoded calls take that were not handed to a socket whole and have not ended.
     *
     * @return bytes, at most {@link ThriftClientConfig#maxQueuedBytes()}
     */
    public long queuedBytes() {
        return memory.bytes();
    }

    /**
     * Calls for whose bytes there was no room: part of {@code failed(FailureCause.NO_CAPACITY)}.
     *
     * @return a count
     */
    public long queuedBytesRejections() {
        return memory.rejections();
    }

    /**
     * Calls handed to a socket.
     *
     * @return a count
     */
    public long sent() {
        return sent.sum();
    }

    /**
     * Calls that ended with a reply of the server, be it a result or an exception; and oneway calls that were sent.
     *
     * @return a count
     */
    public long completed() {
        return completed.sum();
    }

    /**
     * Calls that ended without a reply that can be read.
     *
     * @return a count
     */
    public long failed() {
        return failed.values().stream().mapToLong(LongAdder::sum).sum();
    }

    /**
     * Calls that failed for one cause.
     *
     * @param cause which
     * @return a count
     */
    public long failed(FailureCause cause) {
        return failed.get(cause).sum();
    }

    /**
     * Calls whose deadline passed: the same as {@code failed(FailureCause.TIMED_OUT)}.
     *
     * @return a count
     */
    public long timedOut() {
        return failed(FailureCause.TIMED_OUT);
    }

    /**
     * Replies dropped because their call had timed out or was cancelled.
     *
     * @return a count
     */
    public long lateReplies() {
        return lateReplies.sum();
    }

    /**
     * Replies dropped because no call had their sequence id: a second reply, or one that was never asked for.
     *
     * @return a count
     */
    public long unknownReplies() {
        return unknownReplies.sum();
    }

    /**
     * Connections open now.
     *
     * @return a count
     */
    public long openConnections() {
        return opened.sum() - closed.sum();
    }

    /**
     * Attempts to connect, successful or not.
     *
     * @return a count
     */
    public long connectAttempts() {
        return connectAttempts.sum();
    }

    /**
     * Connections opened in place of one that was lost.
     *
     * @return a count
     */
    public long reconnects() {
        return reconnects.sum();
    }

    /**
     * Connections replaced because their peer had fallen silent:
     * {@value PeerSilence#TIMEOUTS} calls in a row timed out, and no byte came for as long as the longest of them, and of
     * those still in flight, had.
     *
     * @return a count
     */
    public long silentConnections() {
        return silentConnections.sum();
    }

    /**
     * Callbacks that threw an exception. It is logged, at most once a second, and harms no other call.
     *
     * @return a count
     */
    public long callbackErrors() {
        return callbackErrors.sum();
    }

    void countCall() {
        calls.increment();
    }

    void countSent(int count) {
        sent.add(count);
    }

    void countCompleted() {
        completed.increment();
    }

    void countFailed(FailureCause cause) {
        failed.get(cause).increment();
    }

    void countLateReply() {
        lateReplies.increment();
    }

    void countUnknownReply() {
        unknownReplies.increment();
    }

    void countConnectAttempt() {
        connectAttempts.increment();
    }

    void countOpened(boolean again) {
        opened.increment();
        if (again) {
            reconnects.increment();
        }
    }

    void countClosed() {
        closed.increment();
    }

    void countSilentConnection() {
        silentConnections.increment();
    }

    void countCallbackError() {
        callbackErrors.increment();
    }

    @Override
    public String toString() {
        String causes = failed.entrySet().stream()
                .filter(entry -> entry.getValue().sum() > 0)
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", ", " (", ")"));
        return "calls " + calls() + " (" + inFlight() + " in flight), sent " + sent() + ", completed " + completed()
                + ", failed " + failed() + (failed() > 0 ? causes : "") + ", late replies " + lateReplies()
                + ", unknown replies " + unknownReplies() + ", connections " + openConnections() + " open of "
                + connectAttempts() + " attempts, reconnects " + reconnects() + ", silent connections "
                + silentConnections() + ", callback errors " + callbackErrors();
    }
}
