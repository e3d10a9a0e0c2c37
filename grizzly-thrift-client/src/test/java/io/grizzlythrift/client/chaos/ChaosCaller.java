package io.grizzlythrift.client.chaos;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.gen.Probe;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.thrift.TException;
import org.apache.thrift.async.AsyncMethodCallback;

/** A thread that makes calls of every kind, with long and short deadlines, and cancels some of them. */
final class ChaosCaller implements Callable<Void> {
    /** The maximum number of concurrent calls of a thread. */
    private static final int WINDOW = 128;

    private static final int LIMIT_SECONDS = 60;
    private static final int[] HASTY_MILLIS = {1, 2, 5};
    private static final int LARGEST_TEXT = 400_000;
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz".repeat(LARGEST_TEXT / 26 + 1);

    private final Stubs patient;
    private final Stubs[] hasty = new Stubs[HASTY_MILLIS.length];
    private final int from;
    private final int to;
    private final int largePerThousand;
    private final ChaosOutcomes outcomes;
    private final Random random;
    private final Semaphore window = new Semaphore(WINDOW);
    private final Deque<CompletableFuture<String>> toCancel = new ArrayDeque<>();

    /** The three kinds of stub, with one deadline. */
    private record Stubs(
            Probe.Iface blocking, Probe.AsyncIface callback, Probe.FutureIface future, boolean mayTimeOut) {
        static Stubs of(ThriftClient client, Duration timeout, boolean mayTimeOut) {
            CallOptions options = CallOptions.create().withTimeout(timeout);
            return new Stubs(
                    client.stub(Probe.Iface.class, options),
                    client.stub(Probe.AsyncIface.class, options),
                    client.stub(Probe.FutureIface.class, options),
                    mayTimeOut);
        }
    }

    private interface Failure {
        void with(Throwable failure);
    }

    /**
     * Makes the calls {@code from} to {@code to - 1}.
     *
     * @param largePerThousand how many of a thousand calls may be larger than a write of the client
     */
    ChaosCaller(ThriftClient client, int from, int to, int largePerThousand, ChaosOutcomes outcomes) {
        patient = Stubs.of(client, Duration.ofSeconds(LIMIT_SECONDS), false);
        for (int i = 0; i < hasty.length; i++) {
            hasty[i] = Stubs.of(client, Duration.ofMillis(HASTY_MILLIS[i]), true);
        }
        this.from = from;
        this.to = to;
        this.largePerThousand = largePerThousand;
        this.outcomes = outcomes;
        random = new Random(from);
    }

    /** Returns the number of the call that a text belongs to. */
    static int numberIn(String text) {
        return Integer.parseInt(text, 0, text.indexOf(':'), 10);
    }

    /** Returns when all calls have ended. */
    @Override
    public Void call() throws Exception {
        for (int call = from; call < to; call++) {
            begin(call);
            while (!toCancel.isEmpty() && random.nextInt(10) == 0) {
                toCancel.poll().cancel(true);
            }
        }
        toCancel.forEach(future -> future.cancel(true));
        acquire(WINDOW);
        return null;
    }

    private void acquire(int permits) throws InterruptedException {
        if (!window.tryAcquire(permits, LIMIT_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException(WINDOW - window.availablePermits() + " calls do not end");
        }
    }

    private void begin(int call) throws Exception {
        Stubs stubs = random.nextInt(5) == 0 ? hasty[random.nextInt(hasty.length)] : patient;
        int kind = random.nextInt(100);
        String text = call + ":" + text();
        if (kind < 3) {
            block(stubs, call, text);
        } else if (kind < 6) {
            note(kind, call, text);
        } else {
            acquire(1);
            if (kind < 53) {
                callBack(stubs, call, text);
            } else {
                callFuture(stubs, call, text);
            }
        }
    }

    /** Returns a text that is usually short; some are larger than the array of a codec. */
    private String text() {
        int kind = random.nextInt(1_000);
        int bound = kind < largePerThousand ? LARGEST_TEXT : kind % 100 == 99 ? 20_000 : 300;
        return LETTERS.substring(0, random.nextInt(bound));
    }

    private void block(Stubs stubs, int call, String text) {
        try {
            outcomes.replied(call, text, stubs.blocking.echo(text));
        } catch (TException e) {
            outcomes.failed(call, stubs.mayTimeOut, e);
        }
    }

    private void callBack(Stubs stubs, int call, String text) throws TException {
        stubs.callback.echo(
                text,
                callback(
                        reply -> outcomes.replied(call, text, reply), e -> outcomes.failed(call, stubs.mayTimeOut, e)));
    }

    private <T> AsyncMethodCallback<T> callback(Consumer<T> replied, Failure failed) {
        return new AsyncMethodCallback<>() {
            @Override
            public void onComplete(T reply) {
                replied.accept(reply);
                window.release();
            }

            @Override
            public void onError(Exception failure) {
                failed.with(failure);
                window.release();
            }
        };
    }

    private void callFuture(Stubs stubs, int call, String text) throws TException {
        CompletableFuture<String> future = stubs.future.echo(text);
        CompletableFuture<String> ended = future.whenComplete((reply, failure) -> {
            if (failure == null) {
                outcomes.replied(call, text, reply);
            } else {
                outcomes.failed(call, stubs.mayTimeOut, failure);
            }
            window.release();
        });
        int kind = random.nextInt(20);
        if (kind == 0) {
            future.cancel(true);
        } else if (kind == 1 && !ended.isDone()) {
            toCancel.add(future);
        }
    }

    private void note(int kind, int call, String text) throws Exception {
        if (kind == 3) {
            acquire(1);
            patient.callback.note(text, callback(nothing -> outcomes.sent(call), e -> outcomes.failed(call, false, e)));
            return;
        }
        try {
            if (kind == 4) {
                patient.blocking.note(text);
            } else {
                patient.future.note(text).get(LIMIT_SECONDS, TimeUnit.SECONDS);
            }
            outcomes.sent(call);
        } catch (TException e) {
            outcomes.failed(call, false, e);
        } catch (ExecutionException e) {
            outcomes.failed(call, false, e.getCause());
        }
    }
}
