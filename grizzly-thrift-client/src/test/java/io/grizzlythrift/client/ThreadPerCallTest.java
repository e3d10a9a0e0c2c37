package io.grizzlythrift.client;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.strategy.ExecutorStrategy;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.Test;

/** A thousand calls that all wait at the same time, on a thread each: a virtual one if the JVM has them. */
@Test(timeOut = 120_000)
public final class ThreadPerCallTest {
    private static final int CALLS = 1_000;

    private static ExecutorService threadPerTask() throws ReflectiveOperationException {
        return Runtime.version().feature() < 21
                ? Executors.newCachedThreadPool()
                : (ExecutorService) Executors.class
                        .getMethod("newVirtualThreadPerTaskExecutor")
                        .invoke(null);
    }

    public void allRunTogether() throws Exception {
        CountDownLatch allRun = new CountDownLatch(CALLS);
        EverythingHandler handler = new EverythingHandler() {
            @Override
            public String echoString(String value) {
                allRun.countDown();
                try {
                    assertTrue(allRun.await(Await.LONG.toSeconds(), TimeUnit.SECONDS), allRun.getCount() + " wait");
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return value;
            }
        };
        try (ThriftServer server = ThriftServer.builder()
                        .name(UniqueName.of("thread-per-call"))
                        .listen("127.0.0.1", 0)
                        .processor(new Everything.Processor<>(handler))
                        .strategy(new ExecutorStrategy(threadPerTask()))
                        .build()
                        .start();
                ThriftClient client = ThriftClient.builder()
                        .endpoint("127.0.0.1", server.port())
                        .callTimeout(Duration.ofMinutes(1))
                        .build()) {
            Everything.FutureIface stub = client.stub(Everything.FutureIface.class);
            List<CompletableFuture<String>> replies = new ArrayList<>();
            for (int call = 0; call < CALLS; call++) {
                replies.add(stub.echoString("call " + call));
            }
            for (int call = 0; call < CALLS; call++) {
                assertEquals(replies.get(call).get(Await.LONG.toSeconds(), TimeUnit.SECONDS), "call " + call);
            }
        }
    }
}
