package io.grizzlythrift.client;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.strategy.ExecutorStrategy;
import io.grizzlythrift.test.PatientLimits;
import io.grizzlythrift.test.UniqueName;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
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
@Test(timeOut = 300_000)
public final class ThreadPerCallTest {
    private static final int CALLS = 1_000;
    private static final int LIMIT_SECONDS = 240;

    private static ExecutorService threadPerTask() throws ReflectiveOperationException {
        return Runtime.version().feature() < 21
                ? Executors.newCachedThreadPool()
                : (ExecutorService) Executors.class
                        .getMethod("newVirtualThreadPerTaskExecutor")
                        .invoke(null);
    }

    public void allRunTogether() throws Exception {
        CountDownLatch allRun = new CountDownLatch(CALLS);
        InvocationHandler echo = (proxy, method, arguments) -> {
            allRun.countDown();
            assertTrue(allRun.await(LIMIT_SECONDS, TimeUnit.SECONDS), allRun.getCount() + " wait");
            return arguments[0];
        };
        Probe.Iface handler = (Probe.Iface)
                Proxy.newProxyInstance(Probe.class.getClassLoader(), new Class<?>[] {Probe.Iface.class}, echo);
        try (ThriftServer server = ThriftServer.builder()
                        .name(UniqueName.of("thread-per-call"))
                        .limits(PatientLimits.builder().build())
                        .listen("127.0.0.1", 0)
                        .processor(new Probe.Processor<>(handler))
                        .strategy(new ExecutorStrategy(threadPerTask()))
                        .build()
                        .start();
                ThriftClient client = PatientClient.builder()
                        .endpoint("127.0.0.1", server.port())
                        .callTimeout(Duration.ofSeconds(LIMIT_SECONDS))
                        .build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            List<CompletableFuture<String>> replies = new ArrayList<>();
            for (int call = 0; call < CALLS; call++) {
                replies.add(stub.echo("call " + call));
            }
            for (int call = 0; call < CALLS; call++) {
                assertEquals(replies.get(call).get(LIMIT_SECONDS, TimeUnit.SECONDS), "call " + call);
            }
        }
    }
}
