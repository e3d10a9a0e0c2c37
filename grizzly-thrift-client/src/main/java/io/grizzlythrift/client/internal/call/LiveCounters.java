package io.grizzlythrift.client.internal.call;

import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.internal.io.ClientThread;
import io.grizzlythrift.client.internal.io.ClientThreads;
import io.grizzlythrift.client.metrics.ClientCounters;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/** The counters of a client. Any number of threads update them without a lock. */
public final class LiveCounters implements ClientCounters {
    /** What is counted, besides failed calls. */
    public enum Event {
        CALL,
        /** A call was handed to a socket. */
        SENT,
        COMPLETED,
        RETRY,
        RETRY_OVER_BUDGET,
        HEDGE,
        HEDGE_WON,
        CANCEL_NOTICE,
        LATE_REPLY,
        UNKNOWN_REPLY,
        /** A connection was opened. */
        OPENED,
        /** A connection that was open ended. */
        CLOSED,
        CONNECT_ATTEMPT,
        RECONNECT,
        SILENT_CONNECTION,
        RESOLUTION,
        FAILED_RESOLUTION,
        EMPTY_RESOLUTION,
        CALLBACK_ERROR
    }

    private final Map<Event, LongAdder> events = adders(Event.class);
    private final Map<FailureCause, LongAdder> failed = adders(FailureCause.class);

    private final QueuedBytes memory;
    private final ClientThreads threads;

    LiveCounters(QueuedBytes memory, ClientThreads threads) {
        this.memory = memory;
        this.threads = threads;
    }

    private static <E extends Enum<E>> Map<E, LongAdder> adders(Class<E> type) {
        Map<E, LongAdder> adders = new EnumMap<>(type);
        for (E each : type.getEnumConstants()) {
            adders.put(each, new LongAdder());
        }
        return adders;
    }

    @Override
    public long calls() {
        return sum(Event.CALL) + threads.countedCalls();
    }

    @Override
    public long inFlight() {
        // Ended calls are read first, so that the difference is never negative.
        long ended = completed() + failed();
        return calls() - ended;
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
        return sum(Event.SENT);
    }

    @Override
    public long completed() {
        return sum(Event.COMPLETED) + threads.countedCompleted();
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
        return sum(Event.RETRY);
    }

    @Override
    public long retriesOverBudget() {
        return sum(Event.RETRY_OVER_BUDGET);
    }

    @Override
    public long hedges() {
        return sum(Event.HEDGE);
    }

    @Override
    public long hedgesWon() {
        return sum(Event.HEDGE_WON);
    }

    /** {@return the number of calls, without retries and hedges} */
    public long firstAttempts() {
        return calls() - sum(Event.RETRY) - sum(Event.HEDGE);
    }

    @Override
    public long timedOut() {
        return failed(FailureCause.TIMED_OUT);
    }

    @Override
    public long lateReplies() {
        return sum(Event.LATE_REPLY);
    }

    @Override
    public long unknownReplies() {
        return sum(Event.UNKNOWN_REPLY);
    }

    @Override
    public long openConnections() {
        // Closed connections are read first; a connection is counted as open once calls can find it.
        long gone = sum(Event.CLOSED);
        return Math.max(0, sum(Event.OPENED) - gone);
    }

    @Override
    public long connectAttempts() {
        return sum(Event.CONNECT_ATTEMPT);
    }

    @Override
    public long reconnects() {
        return sum(Event.RECONNECT);
    }

    @Override
    public long silentConnections() {
        return sum(Event.SILENT_CONNECTION);
    }

    @Override
    public long cancelNotices() {
        return sum(Event.CANCEL_NOTICE);
    }

    @Override
    public long resolutions() {
        return sum(Event.RESOLUTION);
    }

    @Override
    public long failedResolutions() {
        return sum(Event.FAILED_RESOLUTION);
    }

    @Override
    public long emptyResolutions() {
        return sum(Event.EMPTY_RESOLUTION);
    }

    @Override
    public long callbackErrors() {
        return sum(Event.CALLBACK_ERROR);
    }

    public void countCall() {
        ClientThread thread = ClientThread.handlingRepliesOf(threads);
        if (thread == null) {
            count(Event.CALL);
        } else {
            thread.countCall();
        }
    }

    /**
     * Counts a call that has its reply. A thread that handles replies must follow with a full fence before it relies on others
     * to have seen this.
     */
    void countCompleted() {
        ClientThread thread = ClientThread.handlingRepliesOf(threads);
        if (thread == null) {
            count(Event.COMPLETED);
        } else {
            thread.countCompleted();
        }
    }

    public void count(Event event) {
        events.get(event).increment();
    }

    public void count(Event event, int times) {
        events.get(event).add(times);
    }

    public void countFailed(FailureCause cause) {
        failed.get(cause).increment();
    }

    private long sum(Event event) {
        return events.get(event).sum();
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
