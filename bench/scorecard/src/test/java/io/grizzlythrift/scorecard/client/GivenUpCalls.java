package io.grizzlythrift.scorecard.client;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.test.Await;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.apache.thrift.TException;

/** Calls of this library's client, of which some are cancelled and some time out, in rounds. */
final class GivenUpCalls {
    private static final int CANCELLED = 10;
    private static final int ANSWERED = 10;
    /** Longer than the possible delay of the client's clock, so that the deadline comes first. */
    private static final int SLEEP_MILLIS = 25;

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final BenchService.FutureIface service;
    private final BenchService.FutureIface hasty;
    private long rounds;

    GivenUpCalls(ThriftClient client) {
        service = client.stub(BenchService.FutureIface.class);
        hasty = client.stub(BenchService.FutureIface.class, CallOptions.create().withTimeout(Duration.ofMillis(1)));
    }

    /** Makes one call that times out, some that are cancelled, and some that have replies; then pauses. */
    void round() throws TException, InterruptedException, ExecutionException, TimeoutException {
        for (int i = 0; i < CANCELLED; i++) {
            service.echo("cancelled " + i).cancel(false);
        }
        CompletableFuture<?> late = hasty.sleep(SLEEP_MILLIS);
        for (int i = 0; i < ANSWERED; i++) {
            String text = "answered " + rounds + "/" + i;
            String echoed = service.echo(text).get(Await.LONG.toSeconds(), TimeUnit.SECONDS);
            if (!text.equals(echoed)) {
                throw new IllegalStateException("'" + echoed + "' instead of '" + text + "'");
            }
        }
        late.handle((slept, timedOut) -> timedOut).get(Await.LONG.toSeconds(), TimeUnit.SECONDS);
        rounds++;
        LockSupport.parkNanos(PAUSE_NANOS);
    }

    /** {@return the number of rounds} */
    long rounds() {
        return rounds;
    }
}
