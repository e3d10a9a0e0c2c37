package io.grizzlythrift.internal.dispatch;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNotNull;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertSame;

import io.grizzlythrift.internal.frame.FrameBatch;
import io.grizzlythrift.internal.frame.FrameBatches;
import io.grizzlythrift.internal.metrics.CountedMethods;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.metrics.ServerMetrics;
import io.grizzlythrift.strategy.AdaptiveStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.strategy.internal.queue.MethodPace;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.test.server.HeldProcessor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.thrift.ProcessFunction;
import org.apache.thrift.TBaseProcessor;
import org.apache.thrift.TProcessor;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests for which calls the pace is found from their bytes. */
@Test
public final class MethodPacesTest {
    private CountedMethods methods;
    private StrategyThreads threads;

    @BeforeMethod
    void start() {
        methods = new CountedMethods();
        threads = AdaptiveStrategy.ofThreads(1).start(UniqueName.of("paces"), 1);
    }

    @AfterMethod
    void stop() {
        threads.shutdownNow();
    }

    /** Returns a processor that has these methods. */
    private static TProcessor processor(String... names) {
        Map<String, ProcessFunction<Object, ?, ?>> all = new LinkedHashMap<>();
        for (String name : names) {
            all.put(name, null);
        }
        return new TBaseProcessor<>(new Object(), all) {};
    }

    private static MethodPace of(MethodPaces paces, String method) throws Exception {
        byte[] call = HeldProcessor.call(ThriftProtocol.COMPACT, method, 1);
        return paces.of(FrameBatch.of(call, 0, call.length), 0);
    }

    public void allDeclaredMethodsAreKnownAndNoOther() throws Exception {
        String[] names = new String[200];
        for (int i = 0; i < names.length; i++) {
            names[i] = "m" + i * i;
        }
        methods.declare(Optional.empty(), processor(names));
        MethodPaces paces = new MethodPaces(threads, methods);
        Map<MethodPace, String> byPace = new LinkedHashMap<>();
        for (String name : names) {
            MethodPace pace = of(paces, name);
            assertNotNull(pace, name);
            assertSame(of(paces, name), pace);
            byPace.put(pace, name);
        }
        assertEquals(byPace.size(), names.length, "a pace each");
        assertNull(of(paces, "m2"));
        assertNull(of(paces, "a:m1"));
        assertNull(of(paces, ServerMetrics.OTHER));
    }

    public void methodsOfServicesAndMethodsThatAreAddedLater() throws Exception {
        MethodPaces paces = new MethodPaces(threads, methods);
        assertNull(of(paces, "a:echo"));
        methods.declare(Optional.of("a"), processor("echo"));
        methods.declare(Optional.of("b"), processor("echo"));
        assertNotNull(of(paces, "a:echo"));
        assertNotNull(of(paces, "b:echo"));
        assertNull(of(paces, "echo"));
        assertEquals(paces.placement("a:echo").orElseThrow().onSelectorThreads(), false);
        assertEquals(paces.placement("echo"), Optional.empty());
    }

    public void nothingIsKnownOnceTheFramesAreReleased() throws Exception {
        methods.declare(Optional.empty(), processor("echo"));
        MethodPaces paces = new MethodPaces(threads, methods);
        byte[] call = HeldProcessor.call(ThriftProtocol.COMPACT, "echo", 1);
        FrameBatch frames = FrameBatch.of(call, 0, call.length);
        assertNotNull(paces.of(frames, 0));
        frames.clear();
        assertNull(paces.of(frames, 0));
    }

    public void callsOfTheSameMethodAreCounted() throws Exception {
        for (ThriftProtocol protocol : List.of(ThriftProtocol.BINARY, ThriftProtocol.COMPACT)) {
            String[] methods = {"echo", "echo", "echo", "echa", "echo", "echoes", "echoes"};
            byte[][] calls = new byte[methods.length][];
            for (int i = 0; i < calls.length; i++) {
                calls[i] = HeldProcessor.call(protocol, methods[i], 100 * i);
            }
            FrameBatch frames = FrameBatches.of(calls);
            assertEquals(MethodPaces.countSame(frames, 0, 1), 1);
            assertEquals(MethodPaces.countSame(frames, 0, 2), 2);
            assertEquals(MethodPaces.countSame(frames, 0, 16), 3);
            assertEquals(MethodPaces.countSame(frames, 1, 16), 2);
            assertEquals(MethodPaces.countSame(frames, 3, 16), 1, "a name of the same length");
            assertEquals(MethodPaces.countSame(frames, 4, 16), 1, "the beginning of the next name");
            assertEquals(MethodPaces.countSame(frames, 5, 16), 2, "up to the last");
            frames.clear();
            assertEquals(MethodPaces.countSame(frames, 0, 16), 1);
        }
    }

    public void aStrategyThatDoesNotLearnKnowsNone() throws Exception {
        StrategyThreads workers = WorkerThreadStrategy.ofThreads(1).start(UniqueName.of("paces"), 1);
        try {
            methods.declare(Optional.empty(), processor("echo"));
            MethodPaces paces = new MethodPaces(workers, methods);
            assertNull(of(paces, "echo"));
            assertEquals(paces.placement("echo"), Optional.empty());
        } finally {
            workers.shutdownNow();
        }
    }
}
