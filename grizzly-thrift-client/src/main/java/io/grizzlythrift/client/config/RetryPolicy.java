package io.grizzlythrift.client.config;

import io.grizzlythrift.option.Bounds;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Which calls of stubs are made again, and how often. Immutable.
 *
 * <ul>
 *   <li>A call that cannot have run: its connection was lost before it was sent, or the server rejected it.
 *   <li>A call of a method that is declared idempotent, also if its connection was lost after it was sent.
 * </ul>
 *
 * <p>An exception of the server is a result, and a deadline that has passed leaves no time: neither is retried. A server
 * that does not reply at all is the business of a {@link HedgePolicy}.
 *
 * <p>A retry is made at once, on another endpoint if one is open, otherwise at least on another connection, and within the
 * deadline of the call. It takes a token from the budget of the client: each call adds a part of a token, so that a server
 * in trouble gets only little more calls than without retries. Calls made in a handler whose own call was tried before are
 * not retried, if the header {@value io.grizzlythrift.peer.PreviousAttempts#HEADER} says so: see {@link
 * CallOptions#inheriting}.
 *
 * <pre>{@code
 * RetryPolicy policy = RetryPolicy.create().withIdempotentMethods("get", "scan");
 * }</pre>
 */
public final class RetryPolicy {
    /** The most retries of a call: {@value}. */
    public static final int MAX_RETRIES = 10;

    /** The most retries that the budget allows per second besides those for calls: {@value}. */
    public static final int MAX_BUDGET_PER_SECOND = 10_000;

    private static final int DEFAULT_RETRIES = 2;
    private static final int DEFAULT_PERCENT = 20;
    private static final int DEFAULT_PER_SECOND = 10;

    private static final RetryPolicy DEFAULT =
            new RetryPolicy(DEFAULT_RETRIES, Set.of(), Optional.empty(), DEFAULT_PERCENT, DEFAULT_PER_SECOND);

    private final int maxRetries;
    private final Set<String> idempotentMethods;
    private final Optional<Predicate<String>> idempotent;
    private final int budgetPercent;
    private final int budgetPerSecond;

    private RetryPolicy(
            int maxRetries,
            Set<String> idempotentMethods,
            Optional<Predicate<String>> idempotent,
            int budgetPercent,
            int budgetPerSecond) {
        this.maxRetries = maxRetries;
        this.idempotentMethods = idempotentMethods;
        this.idempotent = idempotent;
        this.budgetPercent = budgetPercent;
        this.budgetPerSecond = budgetPerSecond;
    }

    /**
     * {@return the default: up to 2 retries of calls that cannot have run, from a budget of 20 % of the calls and 10 a second;
     * no method is idempotent}
     */
    public static RetryPolicy create() {
        return DEFAULT;
    }

    /**
     * Returns this policy with another number of retries. Hedges of a call count as retries.
     *
     * @param retries further attempts of each call, 0 for none, to {@value #MAX_RETRIES}
     * @return a new policy
     * @throws IllegalArgumentException if out of bounds
     */
    public RetryPolicy withMaxRetries(int retries) {
        return new RetryPolicy(
                Bounds.requireBetween("maxRetries", retries, 0, MAX_RETRIES),
                idempotentMethods,
                idempotent,
                budgetPercent,
                budgetPerSecond);
    }

    /**
     * Returns this policy with more methods that are idempotent: to run a call of them twice, even at the same time, is the
     * same as to run it once.
     *
     * @param methods names of methods, of every service; or {@code service:method} for the one of a multiplexed service
     * @return a new policy
     * @throws IllegalArgumentException if a name is blank
     */
    public RetryPolicy withIdempotentMethods(String... methods) {
        Set<String> all = new TreeSet<>(idempotentMethods);
        for (String method : methods) {
            if (Objects.requireNonNull(method, "method").isBlank()) {
                throw new IllegalArgumentException(
                        "the name of an idempotent method is blank: " + Arrays.asList(methods));
            }
            all.add(method);
        }
        return new RetryPolicy(maxRetries, Set.copyOf(all), idempotent, budgetPercent, budgetPerSecond);
    }

    /**
     * Returns this policy with a predicate that decides which methods are idempotent, besides those that are named; in place
     * of one that was set before. It is asked once for each method when the first stub of an interface is made, and what it
     * throws is thrown there.
     *
     * @param methods gets the name of a method; {@code service:method} if the stub is one of a multiplexed service
     * @return a new policy
     */
    public RetryPolicy withIdempotentMethods(Predicate<String> methods) {
        return new RetryPolicy(
                maxRetries,
                idempotentMethods,
                Optional.of(Objects.requireNonNull(methods, "methods")),
                budgetPercent,
                budgetPerSecond);
    }

    /**
     * Returns this policy with another share of the calls that may be made again. All stubs of a client share one budget of
     * tokens, to which calls and time add. Retries and hedges take a token each, and without a token there is none. A token
     * that is not used expires after about 10 seconds.
     *
     * @param percentOfCalls the tokens that 100 calls add, 0 to 100
     * @return a new policy
     * @throws IllegalArgumentException if out of bounds
     */
    public RetryPolicy withBudgetPercent(int percentOfCalls) {
        return new RetryPolicy(
                maxRetries,
                idempotentMethods,
                idempotent,
                Bounds.requireBetween("budgetPercent", percentOfCalls, 0, 100),
                budgetPerSecond);
    }

    /**
     * Returns this policy with another number of retries and hedges that the budget allows per second besides those for calls,
     * so that clients with few calls can retry. The budget starts with those of 10 seconds.
     *
     * @param tokens the tokens that each second adds, 0 to {@value #MAX_BUDGET_PER_SECOND}
     * @return a new policy
     * @throws IllegalArgumentException if out of bounds
     */
    public RetryPolicy withBudgetPerSecond(int tokens) {
        return new RetryPolicy(
                maxRetries,
                idempotentMethods,
                idempotent,
                budgetPercent,
                Bounds.requireBetween("budgetPerSecond", tokens, 0, MAX_BUDGET_PER_SECOND));
    }

    /** {@return how often a call may be made again, 0 to {@value #MAX_RETRIES}} */
    public int maxRetries() {
        return maxRetries;
    }

    /**
     * Returns whether calls of a method may run twice.
     *
     * @param service the name of the service in multiplexed calls; empty for plain ones
     * @param method the name of the method
     * @return whether it was declared idempotent
     */
    public boolean isIdempotent(Optional<String> service, String method) {
        String qualified = service.map(name -> name + ":" + method).orElse(method);
        return idempotentMethods.contains(method)
                || idempotentMethods.contains(qualified)
                || (idempotent.isPresent() && idempotent.get().test(qualified));
    }

    /** {@return whether any method was declared idempotent} */
    public boolean declaresIdempotentMethods() {
        return !idempotentMethods.isEmpty() || idempotent.isPresent();
    }

    /** {@return the tokens that 100 calls add to the budget} */
    public int budgetPercent() {
        return budgetPercent;
    }

    /** {@return the tokens that each second adds to the budget} */
    public int budgetPerSecond() {
        return budgetPerSecond;
    }

    /** {@return all options with their names} */
    @Override
    public String toString() {
        return "RetryPolicy[maxRetries=" + maxRetries
                + ", idempotentMethods=" + new TreeSet<>(idempotentMethods)
                + (idempotent.isPresent() ? " and a predicate" : "")
                + ", budget=" + budgetPercent + " % and " + budgetPerSecond + " per second]";
    }
}
