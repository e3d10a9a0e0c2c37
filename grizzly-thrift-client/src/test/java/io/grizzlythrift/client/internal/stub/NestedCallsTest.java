package io.grizzlythrift.client.internal.stub;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.call.ClientCallListener;
import io.grizzlythrift.client.call.ClientCallOutcome;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.client.testing.scripted.RefusingPort;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.thrift.TException;
import org.apache.thrift.async.AsyncMethodCallback;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that the stack does not grow with calls that fail at once, each of them made when the one before has failed. */
@Test(timeOut = 120_000)
public final class NestedCallsTest {
    /** Some 20 frames each: the stack would overflow after a few hundred. */
    private static final int CALLS = 3_000;

    private static final int STACK_BYTES = 256 * 1024;

    private RefusingPort down;

    /** Makes the next call when one has failed. */
    private enum Style {
        CALLBACK {
            @Override
            void next(Run run) throws TException {
                run.client.stub(Probe.AsyncIface.class).echo("text", new AsyncMethodCallback<>() {
                    @Override
                    public void onComplete(String result) {
                        run.done.completeExceptionally(new AssertionError("it has not failed"));
                    }

                    @Override
                    public void onError(Exception failure) {
                        run.failed(Style.CALLBACK);
                    }
                });
            }
        },

        DEPENDENT {
            @Override
            @SuppressWarnings("FutureReturnValueIgnored")
            void next(Run run) throws TException {
                run.client
                        .stub(Probe.FutureIface.class)
                        .echo("text")
                        .whenComplete((result, failure) -> run.failed(this));
            }
        },

        ONEWAY {
            @Override
            @SuppressWarnings("FutureReturnValueIgnored")
            void next(Run run) throws TException {
                run.client
                        .stub(Probe.FutureIface.class)
                        .note("text")
                        .whenComplete((result, failure) -> run.failed(this));
            }
        },

        /** The listener of an interceptor, which runs before the caller is notified. */
        LISTENER {
            @Override
            @SuppressWarnings("FutureReturnValueIgnored")
            void next(Run run) throws TException {
                run.client.stub(Probe.FutureIface.class).echo("text");
            }
        };

        abstract void next(Run run) throws TException;
    }

    /** Calls one after the other. */
    private static final class Run implements ClientCallListener {
        private final AtomicInteger calls = new AtomicInteger();
        private final CompletableFuture<Void> done = new CompletableFuture<>();
        private final AtomicReference<Style> listening = new AtomicReference<>();
        private ThriftClient client;

        void failed(Style style) {
            try {
                if (calls.incrementAndGet() < CALLS) {
                    style.next(this);
                } else {
                    done.complete(null);
                }
            } catch (Throwable t) {
                done.completeExceptionally(t);
            }
        }

        @Override
        public void ended(ClientCallOutcome outcome) {
            if (listening.get() != null) {
                failed(listening.get());
            }
        }

        void start(Style style) throws Exception {
            if (style == Style.LISTENER) {
                listening.set(style);
            }
            Thread caller = new Thread(null, () -> nextOrFail(style), "caller", STACK_BYTES);
            caller.start();
            caller.join(TimeUnit.MINUTES.toMillis(1));
            done.get(1, TimeUnit.MINUTES);
        }

        private void nextOrFail(Style style) {
            try {
                style.next(this);
            } catch (Throwable t) {
                done.completeExceptionally(t);
            }
        }
    }

    @DataProvider
    static Object[][] styles() {
        return new Object[][] {{Style.CALLBACK}, {Style.DEPENDENT}, {Style.ONEWAY}, {Style.LISTENER}};
    }

    @BeforeMethod
    void start() throws Exception {
        down = new RefusingPort();
    }

    @AfterMethod(alwaysRun = true)
    void stop() throws Exception {
        down.close();
    }

    private Run run() {
        Run run = new Run();
        run.client = client().interceptor(call -> run).build();
        return run;
    }

    private ThriftClientBuilder client() {
        return PatientClient.builder().endpoint(ProbeServer.HOST, down.port()).protocol(ThriftProtocol.BINARY);
    }

    @Test(dataProvider = "styles", timeOut = 120_000)
    public void whileTheServerIsDown(Style style) throws Exception {
        Run run = run();
        try (ThriftClient client = run.client) {
            run.start(style);
            assertEnded(run, client);
        }
    }

    @Test(dataProvider = "styles", timeOut = 120_000)
    public void afterTheClientHasClosed(Style style) throws Exception {
        Run run = run();
        run.client.close();
        run.start(style);
        assertEnded(run, run.client);
    }

    private static void assertEnded(Run run, ThriftClient client) {
        assertEquals(run.calls.get(), CALLS);
        Await.that("a call is in flight", () -> client.counters().inFlight() == 0);
        assertEquals(client.counters().callbackErrors(), 0);
        assertTrue(client.counters().failed() >= CALLS, client.counters().toString());
    }
}
