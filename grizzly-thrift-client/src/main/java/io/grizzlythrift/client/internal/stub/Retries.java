package io.grizzlythrift.client.internal.stub;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.RetryPolicy;
import io.grizzlythrift.client.internal.call.CallConnection;
import io.grizzlythrift.client.internal.call.LiveCounters;
import io.grizzlythrift.client.internal.connection.ClientContext;
import io.grizzlythrift.client.internal.endpoint.ConnectionPool;
import java.util.OptionalDouble;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;

/** Decides by a client's retry policy and budget which calls get another attempt, and counts these. Thread-safe. */
final class Retries {
    private final ClientContext context;
    private final ConnectionPool pool;
    private final RetryPolicy policy;
    private final RetryBudget budget;
    private final LiveCounters counters;

    Retries(ClientContext context, ConnectionPool pool) {
        this.context = context;
        this.pool = pool;
        policy = context.config().retries();
        counters = context.completion().counters();
        budget = new RetryBudget(
                policy.budgetPercent(), policy.budgetPerSecond(), counters::firstAttempts, context.clock());
    }

    /** {@return whether this exception is a result of the method, declared in the IDL} */
    static boolean isGoodReply(TException thrown) {
        return !(thrown instanceof CallFailedException) && !(thrown instanceof TApplicationException);
    }

    /**
     * Returns whether another attempt may follow a failed one, if the budget allows. False if no endpoint took the failed
     * attempt: none would take the next one.
     *
     * @param started the number of attempts so far, not counting those that moved on
     * @param moved how often the call moved on to another endpoint because connecting failed
     */
    boolean mayFollow(Attempt attempt, TException thrown, int started, int moved) {
        return thrown instanceof CallFailedException failure
                && attempt.connection() != null
                && !attempt.call().isAbandoned()
                && attempt.call().isRepeatable()
                && attempt.deadline() - context.now() > 0
                && (movesOn(failure)
                        ? moved + 1 < pool.endpointCount()
                        : started <= policy.maxRetries() && isRetriable(attempt, failure) && !isPartOfRetry(attempt));
    }

    /** {@return whether another attempt may ever follow the first one, or run beside it} */
    boolean mayRepeat(Attempt first) {
        return (policy.maxRetries() > 0 && !isPartOfRetry(first)) || pool.endpointCount() > 1;
    }

    /**
     * Returns whether the next attempt moves on to another endpoint because connecting to this one, or authenticating there, failed. No server has seen
     * the call, so this is not a retry and takes nothing from the budget.
     */
    static boolean movesOn(TException thrown) {
        return thrown instanceof CallFailedException failure
                && (failure.failure() == FailureCause.CONNECT_FAILED
                        || failure.failure() == FailureCause.AUTHENTICATION_FAILED);
    }

    private static boolean isRetriable(Attempt attempt, CallFailedException failure) {
        if (failure.mayHaveRun()) {
            return attempt.call().method().idempotent()
                    && (failure.failure() == FailureCause.CONNECTION_RESET
                            || failure.failure() == FailureCause.CONNECTION_CLOSED);
        }
        return failure.failure().isRetriable();
    }

    /** Returns whether the server call whose handler makes this call is itself a repeated attempt: retries would multiply. */
    private static boolean isPartOfRetry(Attempt attempt) {
        return attempt.inherited() != null && attempt.inherited().previousAttempts() > 0;
    }

    /** Takes a token for the attempt after this failure, if it needs one. Returns false if the budget is empty. */
    boolean take(TException thrown) {
        if (!movesOn(thrown) && !takeToken()) {
            return false;
        }
        counters.count(LiveCounters.Event.RETRY);
        return true;
    }

    /** {@return how many retries and hedges the budget allows now; empty if there are none} */
    OptionalDouble budgetLeft() {
        return policy.maxRetries() == 0 ? OptionalDouble.empty() : OptionalDouble.of(budget.left());
    }

    private boolean takeToken() {
        if (budget.take()) {
            return true;
        }
        counters.count(LiveCounters.Event.RETRY_OVER_BUDGET);
        return false;
    }

    /** {@return the attempts at a call that may be hedged or whose latency is measured; null for any other call} */
    Attempts hedged(Attempt first) {
        HedgeDelay delay = first.call().method().hedgeDelay();
        return delay == null || pool.endpointCount() < 2 || isPartOfRetry(first) ? null : new Attempts(first, delay);
    }

    /**
     * Returns whether a hedge has a place now: an open connection to another endpoint than that of a running attempt. False if
     * that attempt has no connection.
     */
    boolean hasPlaceForHedge(Attempt running) {
        CallConnection connection = running.connection();
        return connection != null && pool.isOpenElsewhere(connection); // an attempt without one may be about to get it
    }

    /** Takes a token for a hedge beside a running attempt. Returns false if the deadline has passed or the budget is empty. */
    boolean takeHedge(Attempt running) {
        if (running.deadline() - context.now() <= 0 || !takeToken()) {
            return false;
        }
        counters.count(LiveCounters.Event.HEDGE);
        return true;
    }

    /** {@return the maximum number of attempts after the first one} */
    int maxRetries() {
        return policy.maxRetries();
    }
}
