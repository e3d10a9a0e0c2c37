package io.grizzlythrift.client.security;

import io.grizzlythrift.client.call.ClientCallListener;
import io.grizzlythrift.client.call.ClientInterceptor;
import io.grizzlythrift.strategy.internal.util.Bounds;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A token that calls carry in a header, such as a JWT. A function of yours obtains it, and may answer later. It is called again
 * once four fifths of the life of a token have passed, so that calls need not wait for it. If it fails, it is called again after 1 to 60
 * seconds, and the old token serves until its end. Thread-safe.
 *
 * <pre>{@code
 * RefreshedToken token = RefreshedToken.of(issuer::requestToken);
 * token.ready().toCompletableFuture().join();
 * ThriftClient client = ThriftClient.builder()
 *         .endpoint("orders.example.com", 9090)
 *         .dialect(Dialect.HEADER)
 *         .interceptor(token.bearer())
 *         .build();
 * }</pre>
 *
 * <p>For the calls of one stub only, pass it to {@link io.grizzlythrift.client.config.CallOptions#withHeader(String,
 * Supplier)}.
 */
public final class RefreshedToken implements Supplier<String>, AutoCloseable {
    private static final Duration MIN_LIFE = Duration.ofSeconds(1);
    private static final Duration MAX_LIFE = Duration.ofDays(365);
    private static final Duration MIN_RETRY = Duration.ofSeconds(1);
    private static final Duration MAX_RETRY = Duration.ofSeconds(60);

    /**
     * A token.
     *
     * @param value the token itself
     * @param life how long it is valid from now on, 1 second to 365 days
     */
    public record Token(String value, Duration life) {
        /**
         * Creates a token.
         *
         * @param value the token itself
         * @param life how long it is valid from now on, 1 second to 365 days
         * @throws IllegalArgumentException if the life is out of bounds
         */
        public Token {
            Objects.requireNonNull(value, "value");
            Bounds.requireBetween("life", life, MIN_LIFE, MAX_LIFE);
        }

        /** {@return the life; not the token, which is a secret} */
        @Override
        public String toString() {
            return "Token[life=" + life + "]";
        }
    }

    /** Runs a task after some time, on any thread. */
    interface Delay {
        /** {@return ends the wait, so that nothing refers to the task any more; it may run the task at once} */
        Runnable run(Runnable task, Duration delay);
    }

    private record Current(String value, long until) {}

    private final Supplier<? extends CompletionStage<Token>> source;
    private final Delay delay;
    private final LongSupplier clock;
    private final CompletableFuture<String> ready = new CompletableFuture<>();
    private volatile Optional<Current> current = Optional.empty();
    private volatile String failure = "";
    private volatile boolean closed;

    /** Ends the wait for the next fetch. */
    private volatile Runnable endWait = () -> {};

    /** How often the function has failed since it last returned a token. Each fetch begins after the one before has ended. */
    private int failures;

    RefreshedToken(Supplier<? extends CompletionStage<Token>> source, Delay delay, LongSupplier clock) {
        this.source = source;
        this.delay = delay;
        this.clock = clock;
    }

    /**
     * Obtains a token, and each next one before the last one ends, until {@link #close()}.
     *
     * @param source returns a stage that completes with the next token. Called on this thread, and later on a thread of the
     *     common pool; must not block
     * @return the token; see {@link #ready()}
     */
    public static RefreshedToken of(Supplier<? extends CompletionStage<Token>> source) {
        RefreshedToken token = new RefreshedToken(
                Objects.requireNonNull(source, "source"), RefreshedToken::runLater, System::nanoTime);
        token.fetch();
        return token;
    }

    /** Runs a task on the common pool. The JDK's timer forgets it once the future is complete, for whatever reason. */
    static Runnable runLater(Runnable task, Duration delay) {
        CompletableFuture<Boolean> due =
                new CompletableFuture<Boolean>().completeOnTimeout(true, delay.toNanos(), TimeUnit.NANOSECONDS);
        CompletionStage<Boolean> stage = due;
        stage.thenRunAsync(task);
        return () -> due.complete(true);
    }

    /** {@return a stage that completes with the first token} */
    public CompletionStage<String> ready() {
        return ready.minimalCompletionStage();
    }

    /**
     * Returns the token. Does not wait.
     *
     * @throws IllegalStateException if there is none yet, or the last one has ended and could not be replaced; a call that
     *     needs it then fails with {@link io.grizzlythrift.client.call.FailureCause#REFUSED}
     */
    @Override
    public String get() {
        Optional<Current> now = current;
        if (now.isEmpty()) {
            throw new IllegalStateException("no token yet" + failure);
        }
        if (clock.getAsLong() - now.get().until() >= 0) {
            throw new IllegalStateException("the token has ended" + failure);
        }
        return now.get().value();
    }

    /** {@return an interceptor that adds the header {@code authorization: Bearer <token>} to each call} */
    public ClientInterceptor bearer() {
        return call -> {
            call.addHeader("authorization", "Bearer " + get());
            return ClientCallListener.IGNORED;
        };
    }

    /** Obtains no further tokens. The current one serves until its end. */
    @Override
    public void close() {
        closed = true;
        endWait.run();
        ready.completeExceptionally(new IllegalStateException("the token was closed"));
    }

    void fetch() {
        if (closed) {
            return;
        }
        try {
            source.get().whenComplete(this::fetched);
        } catch (Throwable t) {
            fetched(null, t);
        }
    }

    private void fetched(@Nullable Token token, @Nullable Throwable thrown) {
        if (token == null) {
            failure = ": " + (thrown == null ? "the function returned null" : thrown);
            long factor = 1L << Math.min(failures, 6);
            failures++;
            Duration retry = MIN_RETRY.multipliedBy(factor);
            fetchAfter(retry.compareTo(MAX_RETRY) < 0 ? retry : MAX_RETRY);
            return;
        }
        failures = 0;
        failure = "";
        current = Optional.of(
                new Current(token.value(), clock.getAsLong() + token.life().toNanos()));
        fetchAfter(token.life().multipliedBy(4).dividedBy(5));
        ready.complete(token.value());
    }

    /** Either this method sees that the token is closed, or {@link #close} sees the wait. */
    private void fetchAfter(Duration time) {
        if (closed) {
            return;
        }
        endWait = delay.run(this::fetch, time);
        if (closed) {
            endWait.run();
        }
    }

    /** {@return whether there is a token; not the token, which is a secret} */
    @Override
    public String toString() {
        return "RefreshedToken[" + (current.isPresent() ? "present" : "none yet" + failure) + "]";
    }
}
