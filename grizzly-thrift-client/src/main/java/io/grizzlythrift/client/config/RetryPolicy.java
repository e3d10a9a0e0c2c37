package io.grizzlythrift.client.config;

import io.grizzlythrift.strategy.internal.util.Bounds;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Decides which calls of stubs are retried, and how often. Immutable. These calls are retried:
 *
 * <ul>
 *   <li>A call that cannot have run: its connection was lost before it was sent, or the server rejected it.
 *   <li>A call of a method that is declared idempotent, even if its connection was lost after it was sent.
 * </ul>
 *
 * <p>A call that ends with an exception of the server is not retried, because that is a result; nor is a call whose
 * deadline has passed, because no time is left. For servers that do not reply at all, use a {@link HedgePolicy}.
 *
 * <p>A retry is made at once, within the deadline of the call: on another endpoint if one is open, otherwise
 * preferably on another connection. It takes a token from the budget of the client. Each call adds only a part of a token, so that
 * a server in trouble gets little more calls than without retries. Calls that a handler makes while it runs a retry or
 * a hedge are not retried; the server recognizes these by the header {@code
 * thrift_previous_attempts}. See {@link CallOptions#inheriting}.
 *
 * <pre>{@code
 * RetryPolicy policy = RetryPolicy.create().withIdempotentMethods("get", "scan");
 * }</pre>
 */
public final class RetryPolicy {
    /** The maximum number of retries of a call: {@value}. */
    public static final int MAX_RETRIES = 10;

    /** The maximum of {@link #withBudgetPerSecond}: {@value}. */
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
     * {@return the default: up to 2 retries of calls that cannot have run, from a budget of 20 % of the calls and 10 a
     * second; no method is idempotent}
     */
    public static RetryPolicy create() {
        return DEFAULT;
    }

    /**
     * Returns this policy with another number of retries. Hedges of a call count as retries.
     *
     * @param retries the maximum number of retries of each call, 0 to {@value #MAX_RETRIES}; 0 for none
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
     * Returns this policy with further idempotent methods: running a call of them twice, even at the same time, has the
     * same effect as running it once.
     *
     * <p>A stub cannot be created if a name is that of no method: neither of its service, nor of one of which the client
     * created a stub before.
     *
     * @param methods names of methods, for every service; or {@code service:method} for one method of a multiplexed
     *     service, which is only checked for stubs of that service
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
     * Returns this policy with a predicate that decides which methods are idempotent, in addition to those that are
     * named. It replaces one that was set before. It is called once for each method when the first stub of an interface
     * is created, which throws what the predicate throws.
     *
     * @param methods gets the name of a method; {@code service:method} for a stub of a multiplexed service
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
     * Returns this policy with another percentage of calls that may be retried. All stubs of a client share one budget
     * of tokens. Calls add tokens, and so does time. Each retry or hedge takes one token, and is not made if there is
     * none. A token that is not used expires after about 10 seconds.
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
     * Returns this policy with another number of tokens that each second adds to the budget, in addition to those that
     * calls add, so that clients with few calls can retry. The budget starts with the tokens of 10 seconds.
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

    /** {@return the maximum number of retries of a call, 0 to {@value #MAX_RETRIES}} */
    public int maxRetries() {
        return maxRetries;
    }

    /**
     * Returns whether calls of a method may run twice.
     *
     * @param service the name of the service for multiplexed calls; empty for plain calls
     * @param method the name of the method
     * @return whether it was declared idempotent
     */
    public boolean isIdempotent(Optional<String> service, String method) {
        String qualified = service.map(name -> name + ":" + method).orElse(method);
        return idempotentMethods.contains(method)
                || idempotentMethods.contains(qualified)
                || (idempotent.isPresent() && idempotent.get().test(qualified));
    }

    /** {@return the names of the idempotent methods, some of them as {@code service:method}; unmodifiable} */
    public Set<String> idempotentMethods() {
        return idempotentMethods;
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
