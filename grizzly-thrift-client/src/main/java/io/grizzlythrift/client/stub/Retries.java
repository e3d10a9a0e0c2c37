package io.grizzlythrift.client.stub;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.completion.LiveCounters;
import io.grizzlythrift.client.config.RetryPolicy;
import io.grizzlythrift.client.context.ClientContext;
import io.grizzlythrift.client.inflight.CallConnection;
import io.grizzlythrift.client.pool.ConnectionPool;
import io.grizzlythrift.client.retry.HedgeDelay;
import io.grizzlythrift.client.retry.RetryBudget;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;

/** Decides, by the policy and the budget of one client, which calls get another attempt, and counts them. Thread-safe. */
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

    /** {@return whether this is a result of the method: an exception that the IDL declares} */
    static boolean isGoodReply(TException thrown) {
        return !(thrown instanceof CallFailedException) && !(thrown instanceof TApplicationException);
    }

    /**
     * Returns whether another attempt may follow one that failed, provided the budget is not empty. None may if no endpoint
     * took the attempt: no endpoint would take the next one either.
     *
     * @param started the number of attempts so far, except those that moved on
     * @param moved the number of times that the call moved on because an endpoint could not be connected to
     */
    boolean mayFollow(CallAttempt attempt, TException thrown, int started, int moved) {
        return thrown instanceof CallFailedException failure
                && attempt.connection() != null
                && !attempt.isAbandoned()
                && attempt.deadline() - context.now() > 0
                && (movesOn(failure)
                        ? moved + 1 < pool.endpointCount()
                        : started <= policy.maxRetries() && isRetriable(attempt, failure) && !isPartOfRetry(attempt));
    }

    /**
     * Returns whether the next attempt moves on to another endpoint because this one could not be connected to. No server has
     * seen the call, so the next attempt does not count as a retry, and takes nothing from the budget.
     */
    static boolean movesOn(TException thrown) {
        return thrown instanceof CallFailedException failure && failure.failure() == FailureCause.CONNECT_FAILED;
    }

    private static boolean isRetriable(CallAttempt attempt, CallFailedException failure) {
        if (failure.mayHaveRun()) {
            return attempt.invocation().method().idempotent()
                    && (failure.failure() == FailureCause.CONNECTION_RESET
                            || failure.failure() == FailureCause.CLOSED_BY_PEER);
        }
        return failure.failure().isRetriable();
    }

    /** Returns whether the call is made in a handler whose own call was tried before: retries would multiply. */
    private static boolean isPartOfRetry(CallAttempt attempt) {
        return attempt.inherited() != null && attempt.inherited().previousAttempts() > 0;
    }

    /** Takes a token for the attempt that follows such a failure, if it needs one. Returns false if the budget is empty. */
    boolean take(TException thrown) {
        if (!movesOn(thrown) && !takeToken()) {
            return false;
        }
        counters.countRetry();
        return true;
    }

    private boolean takeToken() {
        if (budget.take()) {
            return true;
        }
        counters.countRetryOverBudget();
        return false;
    }

    /** {@return the attempts at a call that may be hedged, or whose latency is measured; null for any other call} */
    Attempts hedged(CallAttempt first) {
        HedgeDelay delay = first.invocation().method().hedgeDelay();
        return delay == null || pool.endpointCount() < 2 || isPartOfRetry(first) ? null : new Attempts(first, delay);
    }

    /** Returns whether a hedge is possible now: the running attempt has a connection, and another endpoint has an open one. */
    boolean hasPlaceForHedge(CallAttempt running) {
        CallConnection connection = running.connection();
        return connection != null && pool.isOpenElsewhere(connection); // the attempt may be about to get one
    }

    /** Takes a token for a hedge beside a running attempt, if time is left. Returns false if the hedge may not be made. */
    boolean takeHedge(CallAttempt running) {
        if (running.deadline() - context.now() <= 0 || !takeToken()) {
            return false;
        }
        counters.countHedge();
        return true;
    }

    /** {@return the maximum number of attempts after the first one} */
    int maxRetries() {
        return policy.maxRetries();
    }
}
