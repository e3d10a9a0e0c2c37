package io.grizzlythrift.client.completion;

import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.codec.QueuedBytes;
import io.grizzlythrift.client.metrics.ClientCounters;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/** The counters of a client. Any number of threads update them without a lock. */
public final class LiveCounters implements ClientCounters {
    private final LongAdder calls = new LongAdder();
    private final LongAdder sent = new LongAdder();
    private final LongAdder completed = new LongAdder();
    private final LongAdder retries = new LongAdder();
    private final LongAdder retriesOverBudget = new LongAdder();
    private final LongAdder hedges = new LongAdder();
    private final LongAdder hedgesWon = new LongAdder();
    private final LongAdder cancelNotices = new LongAdder();
    private final LongAdder lateReplies = new LongAdder();
    private final LongAdder unknownReplies = new LongAdder();
    private final LongAdder opened = new LongAdder();
    private final LongAdder closed = new LongAdder();
    private final LongAdder connectAttempts = new LongAdder();
    private final LongAdder reconnects = new LongAdder();
    private final LongAdder silentConnections = new LongAdder();
    private final LongAdder resolutions = new LongAdder();
    private final LongAdder failedResolutions = new LongAdder();
    private final LongAdder emptyResolutions = new LongAdder();
    private final LongAdder callbackErrors = new LongAdder();
    private final Map<FailureCause, LongAdder> failed = new EnumMap<>(FailureCause.class);

    private final QueuedBytes memory;

    LiveCounters(QueuedBytes memory) {
        this.memory = memory;
        for (FailureCause cause : FailureCause.values()) {
            failed.put(cause, new LongAdder());
        }
    }

    @Override
    public long calls() {
        return calls.sum();
    }

    @Override
    public long inFlight() {
        // Ended calls are read first, so that the difference is never negative.
        long ended = completed() + failed();
        return calls.sum() - ended;
    }

    @Override
    public long queuedBytes() {
        return memory.bytes();
    }

    @Override
    public long keptBytes() {
        return memory.keptBytes();
    }

    @Override
    public long callsNotKept() {
        return memory.notKept();
    }

    @Override
    public long queuedBytesRejections() {
        return memory.rejections();
    }

    @Override
    public long sent() {
        return sent.sum();
    }

    @Override
    public long completed() {
        return completed.sum();
    }

    @Override
    public long failed() {
        return failed.values().stream().mapToLong(LongAdder::sum).sum();
    }

    @Override
    public long failed(FailureCause cause) {
        return failed.get(cause).sum();
    }

    @Override
    public long rejected() {
        return failed.entrySet().stream()
                .filter(entry -> entry.getKey().isRejection())
                .mapToLong(entry -> entry.getValue().sum())
                .sum();
    }

    @Override
    public long retries() {
        return retries.sum();
    }

    @Override
    public long retriesOverBudget() {
        return retriesOverBudget.sum();
    }

    @Override
    public long hedges() {
        return hedges.sum();
    }

    @Override
    public long hedgesWon() {
        return hedgesWon.sum();
    }

    /** {@return the number of calls, without retries and hedges} */
    public long firstAttempts() {
        return calls.sum() - retries.sum() - hedges.sum();
    }

    @Override
    public long timedOut() {
        return failed(FailureCause.TIMED_OUT);
    }

    @Override
    public long lateReplies() {
        return lateReplies.sum();
    }

    @Override
    public long unknownReplies() {
        return unknownReplies.sum();
    }

    @Override
    public long openConnections() {
        // Closed connections are read first; a connection is counted as open once calls can find it.
        long gone = closed.sum();
        return Math.max(0, opened.sum() - gone);
    }

    @Override
    public long connectAttempts() {
        return connectAttempts.sum();
    }

    @Override
    public long reconnects() {
        return reconnects.sum();
    }

    @Override
    public long silentConnections() {
        return silentConnections.sum();
    }

    @Override
    public long cancelNotices() {
        return cancelNotices.sum();
    }

    @Override
    public long resolutions() {
        return resolutions.sum();
    }

    @Override
    public long failedResolutions() {
        return failedResolutions.sum();
    }

    @Override
    public long emptyResolutions() {
        return emptyResolutions.sum();
    }

    @Override
    public long callbackErrors() {
        return callbackErrors.sum();
    }

    public void countCall() {
        calls.increment();
    }

    public void countSent(int count) {
        sent.add(count);
    }

    public void countCompleted() {
        completed.increment();
    }

    public void countFailed(FailureCause cause) {
        failed.get(cause).increment();
    }

    public void countRetry() {
        retries.increment();
    }

    public void countRetryOverBudget() {
        retriesOverBudget.increment();
    }

    public void countHedge() {
        hedges.increment();
    }

    public void countHedgeWon() {
        hedgesWon.increment();
    }

    public void countCancelNotice() {
        cancelNotices.increment();
    }

    public void countLateReply() {
        lateReplies.increment();
    }

    public void countUnknownReply() {
        unknownReplies.increment();
    }

    public void countConnectAttempt() {
        connectAttempts.increment();
    }

    public void countOpened(boolean again) {
        opened.increment();
        if (again) {
            reconnects.increment();
        }
    }

    public void countClosed() {
        closed.increment();
    }

    public void countSilentConnection() {
        silentConnections.increment();
    }

    public void countResolution() {
        resolutions.increment();
    }

    public void countFailedResolution() {
        failedResolutions.increment();
    }

    public void countEmptyResolution() {
        emptyResolutions.increment();
    }

    public void countCallbackError() {
        callbackErrors.increment();
    }

    @Override
    public String toString() {
        String causes = failed.entrySet().stream()
                .filter(entry -> entry.getValue().sum() > 0)
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", ", " (", ")"));
        return "calls " + calls() + " (" + inFlight() + " in flight), sent " + sent() + ", completed " + completed()
                + ", failed " + failed() + (failed() > 0 ? causes : "") + ", retries " + retries() + ", over budget "
                + retriesOverBudget() + ", hedges " + hedges() + " (" + hedgesWon() + " won), cancel notices "
                + cancelNotices() + ", late replies "
                + lateReplies()
                + ", unknown replies " + unknownReplies() + ", connections " + openConnections() + " open of "
                + connectAttempts() + " attempts, reconnects " + reconnects() + ", silent connections "
                + silentConnections() + ", resolutions " + resolutions() + " (" + emptyResolutions() + " empty, "
                + failedResolutions() + " failed), callback errors " + callbackErrors();
    }
}
