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

/** A thread that makes calls of every kind, with and without time to be answered, and thinks better of some of them. */
final class ChaosCaller implements Callable<Void> {
    /** So many calls of a thread are under way at most. */
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
    private final ChaosOutcomes endings;
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

    private interface Ending {
        void with(Throwable failure);
    }

    /**
     * Makes the calls {@code from} to {@code to - 1}.
     *
     * @param largePerThousand how many of a thousand calls may be larger than a write of the client
     */
    ChaosCaller(ThriftClient client, int from, int to, int largePerThousand, ChaosOutcomes endings) {
        patient = Stubs.of(client, Duration.ofSeconds(LIMIT_SECONDS), false);
        for (int i = 0; i < hasty.length; i++) {
            hasty[i] = Stubs.of(client, Duration.ofMillis(HASTY_MILLIS[i]), true);
        }
        this.from = from;
        this.to = to;
        this.largePerThousand = largePerThousand;
        this.endings = endings;
        random = new Random(from);
    }

    /** The number of the call that a text belongs to. */
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

    /** Mostly short; some are larger than the array of a codec. */
    private String text() {
        int kind = random.nextInt(1_000);
        int bound = kind < largePerThousand ? LARGEST_TEXT : kind % 100 == 99 ? 20_000 : 300;
        return LETTERS.substring(0, random.nextInt(bound));
    }

    private void block(Stubs stubs, int call, String text) {
        try {
            endings.answered(call, text, stubs.blocking.echo(text));
        } catch (TException e) {
            endings.failed(call, stubs.mayTimeOut, e);
        }
    }

    private void callBack(Stubs stubs, int call, String text) throws TException {
        stubs.callback.echo(
                text,
                callback(
                        answer -> endings.answered(call, text, answer),
                        e -> endings.failed(call, stubs.mayTimeOut, e)));
    }

    private <T> AsyncMethodCallback<T> callback(Consumer<T> answered, Ending failed) {
        return new AsyncMethodCallback<>() {
            @Override
            public void onComplete(T answer) {
                answered.accept(answer);
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
        CompletableFuture<String> ended = future.whenComplete((answer, failure) -> {
            if (failure == null) {
                endings.answered(call, text, answer);
            } else {
                endings.failed(call, stubs.mayTimeOut, failure);
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
            patient.callback.note(text, callback(nothing -> endings.sent(call), e -> endings.failed(call, false, e)));
            return;
        }
        try {
            if (kind == 4) {
                patient.blocking.note(text);
            } else {
                patient.future.note(text).get(LIMIT_SECONDS, TimeUnit.SECONDS);
            }
            endings.sent(call);
        } catch (TException e) {
            endings.failed(call, false, e);
        } catch (ExecutionException e) {
            endings.failed(call, false, e.getCause());
        }
    }
}
