package io.grizzlythrift.metrics;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.internal.memory.MemoryBudget;
import io.grizzlythrift.internal.metrics.CounterRecorder;
import io.grizzlythrift.memory.MemoryPart;
import io.grizzlythrift.micrometer.ThriftServerMetricsBinder;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Strategies;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.TabularData;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests buffered memory and dropped calls in JMX and Micrometer. */
@Test(timeOut = 60_000)
public final class GaugesTest {
    /** The ways to read the metrics of a server. */
    private enum Shown {
        JMX {
            @Override
            long bufferedBytes(GaugesTest test, MemoryPart part) throws Exception {
                TabularData bytes = (TabularData) test.attribute("BufferedBytes");
                assertEquals(bytes.size(), MemoryPart.values().length);
                return (long) bytes.get(new Object[] {part.name()}).get("value");
            }

            @Override
            long droppedCalls(GaugesTest test) throws Exception {
                return (long) test.attribute("DroppedCalls");
            }
        },
        MICROMETER {
            @Override
            long bufferedBytes(GaugesTest test, MemoryPart part) {
                return (long) test.registry
                        .get("thrift.server.buffered")
                        .tags("server", test.name, "part", part.name().toLowerCase(Locale.ROOT))
                        .gauge()
                        .value();
            }

            @Override
            long droppedCalls(GaugesTest test) {
                return (long) test.registry
                        .get("thrift.server.calls.dropped")
                        .tags("server", test.name)
                        .functionCounter()
                        .count();
            }
        };

        abstract long bufferedBytes(GaugesTest test, MemoryPart part) throws Exception;

        abstract long droppedCalls(GaugesTest test) throws Exception;
    }

    private static final MBeanServer BEANS = ManagementFactory.getPlatformMBeanServer();
    private static final Map<MemoryPart, Integer> HELD = Map.of(
            MemoryPart.PARTIAL_FRAMES, 1_000,
            MemoryPart.WAITING_FRAMES, 20_000,
            MemoryPart.BUFFERED_REPLIES, 300_000,
            MemoryPart.UNSENT_REPLIES, 4_000_000);

    private String name;
    private ThriftServer server;
    private SimpleMeterRegistry registry;

    @DataProvider
    static Object[][] shown() {
        return new Object[][] {{Shown.JMX}, {Shown.MICROMETER}};
    }

    @BeforeMethod
    void start() {
        name = UniqueName.of("gauges");
        server = Strategies.WORKER_THREAD
                .builder(new HeldProcessor())
                .name(name)
                .jmx(true)
                .build()
                .start();
        registry = new SimpleMeterRegistry();
        new ThriftServerMetricsBinder(server).bindTo(registry);
    }

    @AfterMethod(alwaysRun = true)
    void stop() {
        server.close();
    }

    private Object attribute(String attribute) throws Exception {
        return BEANS.getAttribute(new ObjectName("io.grizzlythrift:type=ThriftServer,name=\"" + name + '"'), attribute);
    }

    /** Uses a different number of bytes for each part, so that no part is confused with another. */
    @Test(dataProvider = "shown", timeOut = 60_000)
    public void eachPart(Shown shown) throws Exception {
        MemoryBudget budget = new MemoryBudget(1 << 30);
        MemoryAccount account = budget.open();
        ((CounterRecorder) server.counters()).readMemoryFrom(budget);
        assertBytes(shown, part -> 0);
        account.charge(MemoryPart.PARTIAL_FRAMES, HELD.get(MemoryPart.PARTIAL_FRAMES));
        account.addWaitingFrames(HELD.get(MemoryPart.WAITING_FRAMES), null);
        account.charge(MemoryPart.BUFFERED_REPLIES, HELD.get(MemoryPart.BUFFERED_REPLIES));
        account.charge(MemoryPart.UNSENT_REPLIES, HELD.get(MemoryPart.UNSENT_REPLIES));
        assertBytes(shown, HELD::get);
        account.close();
        assertBytes(shown, part -> part == MemoryPart.WAITING_FRAMES ? HELD.get(part) : 0);
    }

    private void assertBytes(Shown shown, ToLongFunction<MemoryPart> expected) throws Exception {
        for (MemoryPart part : MemoryPart.values()) {
            assertEquals(shown.bufferedBytes(this, part), expected.applyAsLong(part), part.name());
        }
    }

    /** Counted while part of a frame has arrived, and released when the connection closes. */
    @Test(dataProvider = "shown", timeOut = 60_000)
    public void aStartedFrame(Shown shown) throws Exception {
        try (RawClient client = new RawClient(server)) {
            client.send(new byte[] {0, 1, 0, 0}).send(new byte[30_000]);
            Await.that("nothing is held", () -> server.counters().bufferedBytes(MemoryPart.PARTIAL_FRAMES) >= 30_000);
            long held = shown.bufferedBytes(this, MemoryPart.PARTIAL_FRAMES);
            assertTrue(held >= 30_000, held + " bytes");
            assertEquals(shown.bufferedBytes(this, MemoryPart.UNSENT_REPLIES), 0);
        }
        Await.that("the closed connection holds", () -> server.counters().bufferedBytes() == 0);
        assertEquals(shown.bufferedBytes(this, MemoryPart.PARTIAL_FRAMES), 0);
    }

    @Test(dataProvider = "shown", timeOut = 60_000)
    public void droppedCalls(Shown shown) throws Exception {
        assertEquals(shown.droppedCalls(this), 0);
        ((CounterRecorder) server.counters()).countRejected();
        ((CounterRecorder) server.counters()).countDropped(3);
        assertEquals(shown.droppedCalls(this), 3);
        ((CounterRecorder) server.counters()).countDropped(4);
        assertEquals(shown.droppedCalls(this), 7);
    }
}
