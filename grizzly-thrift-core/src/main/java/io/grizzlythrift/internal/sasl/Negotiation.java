package io.grizzlythrift.internal.sasl;

import io.grizzlythrift.security.Identity;
import io.grizzlythrift.security.SaslMechanism;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import javax.security.sasl.SaslException;

/**
 * One negotiation: the exchange with the client, and the evaluation that runs. It counts from its beginning until it has
 * {@linkplain #complete completed} or {@linkplain #end ended}. Fields are guarded by this object, which is locked for moments
 * only; the exchange itself is used by one thread at a time, which the queues of threads and selectors hand over.
 */
final class Negotiation {
    private final SaslNegotiations all;
    private final SaslMechanism mechanism;
    private final Supplier<Optional<Identity>> certificate;
    private final BooleanSupplier hasFailedTooOften;
    private SaslExchange exchange;
    private FutureTask<Void> task;
    private boolean inUse;
    private boolean over;

    /**
     * Begins a negotiation.
     *
     * @param certificate who the client is by its certificate; called on a thread for SASL
     * @param hasFailedTooOften whether clients of its address have failed too often by now, perhaps in negotiations that began
     *     at the same time; called on a thread for SASL
     */
    Negotiation(
            SaslNegotiations all,
            SaslMechanism mechanism,
            Supplier<Optional<Identity>> certificate,
            BooleanSupplier hasFailedTooOften) {
        this.all = all;
        this.mechanism = mechanism;
        this.certificate = certificate;
        this.hasFailedTooOften = hasFailedTooOften;
    }

    /** Receives the result of an evaluation, on any thread: either a challenge, which may be null, or a failure. */
    @FunctionalInterface
    interface Outcome {
        void accept(byte[] challenge, Throwable failure);
    }

    SaslMechanism mechanism() {
        return mechanism;
    }

    /** {@return the exchange, once a response was evaluated} */
    synchronized SaslExchange exchange() {
        return exchange;
    }

    /** {@return who the client says it is, or empty} */
    Optional<String> claimedName() {
        SaslExchange known = exchange();
        return known == null ? Optional.empty() : known.claimedName();
    }

    /** Has a response evaluated on a thread for SASL. The outcome does not come if the negotiation ends before. */
    void evaluate(byte[] response, Outcome then) {
        FutureTask<Void> evaluation = new FutureTask<>(() -> run(response, then), null);
        synchronized (this) {
            if (over) {
                return;
            }
            task = evaluation;
        }
        try {
            all.execute(evaluation);
        } catch (RejectedExecutionException e) { // the server stops
            then.accept(null, e);
        }
    }

    private void run(byte[] response, Outcome then) {
        synchronized (this) {
            if (over) {
                return;
            }
            inUse = true;
        }
        CompletionStage<byte[]> evaluated;
        try {
            if (hasFailedTooOften.getAsBoolean()) {
                throw new SaslException("clients of its address have failed too often");
            }
            evaluated = usedExchange().evaluate(response);
        } catch (Throwable t) { // of a callback, perhaps an Error
            finish(null, t, then);
            return;
        }
        boolean cancelled;
        synchronized (this) {
            cancelled = over;
        }
        if (cancelled) {
            cancelStage();
        }
        evaluated.whenComplete((challenge, failure) -> finish(challenge, failure, then));
    }

    private SaslExchange usedExchange() throws SaslException {
        SaslExchange known = exchange();
        if (known == null) {
            known = all.newExchange(mechanism, certificate);
            synchronized (this) {
                exchange = known;
            }
        }
        return known;
    }

    private void finish(byte[] challenge, Throwable failure, Outcome then) {
        boolean late;
        synchronized (this) {
            inUse = false;
            late = over;
        }
        if (late) {
            dispose();
        } else {
            then.accept(challenge, failure);
        }
    }

    /** Counts that the client has authenticated. Returns false if the negotiation has ended meanwhile. */
    boolean complete() {
        synchronized (this) {
            if (over) {
                return false;
            }
            over = true;
        }
        all.counters().endNegotiation(true);
        return true;
    }

    /** Ends a negotiation that has not completed: interrupts or forgets what runs. Any thread; may be called again. */
    void end() {
        FutureTask<Void> running;
        boolean unused;
        synchronized (this) {
            if (over) {
                return;
            }
            over = true;
            running = task;
            unused = !inUse;
        }
        if (running != null) { // before the place is free, for which the queue has one slot
            all.remove(running);
            running.cancel(true);
        }
        all.counters().endNegotiation(false);
        if (unused) {
            dispose();
        } else {
            cancelStage();
        }
    }

    private void cancelStage() {
        SaslExchange known = exchange();
        if (known != null) {
            try {
                known.cancel();
            } catch (RuntimeException e) {
                // the stage of an application that cannot be cancelled
            }
        }
    }

    private void dispose() {
        SaslExchange known = exchange();
        if (known != null) {
            known.dispose();
        }
    }
}
