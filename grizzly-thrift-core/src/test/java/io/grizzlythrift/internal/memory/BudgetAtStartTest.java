package io.grizzlythrift.internal.memory;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.http.HttpHost;
import io.grizzlythrift.http.ThriftHttpHandler;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.Strategies;
import java.time.Duration;
import org.testng.annotations.Test;

/** Tests the log lines at the start of a server about its budget, its heap and its largest frame. */
@Test(timeOut = 60_000)
public final class BudgetAtStartTest {
    private static final long HALF = Runtime.getRuntime().maxMemory() / 2;
    private static final int FRAME = 1_000_000;

    private static ThriftServer start(String name, ServerLimits.Builder limits) {
        return Strategies.SAME_THREAD
                .builder(new HeldProcessor())
                .name(name)
                .limits(limits.build())
                .build()
                .start();
    }

    private static ServerLimits.Builder limits(long budget) {
        return ServerLimits.builder().maxBufferedBytes(budget);
    }

    private static long warnings(LogCapture log, String name) {
        return log.count("server '" + name + "': maxBufferedBytes");
    }

    public void aBudgetOfMoreThanHalfOfTheHeap() {
        String name = UniqueName.of("greedy");
        long before = HeapCheck.totalBudgetBytes();
        try (LogCapture log = LogCapture.start();
                ThriftServer server = start(name, limits(HALF + 1))) {
            assertEquals(
                    log.awaitCount("server '" + name + "': maxBufferedBytes is " + (HALF + 1)
                            + ", more than half of the maximum heap, "),
                    1,
                    log.text());
            assertEquals(warnings(log, name), 1, log.text());
            assertEquals(HeapCheck.totalBudgetBytes(), before + HALF + 1);
            server.shutdown(Duration.ZERO);
            assertEquals(HeapCheck.totalBudgetBytes(), before);
        }
        assertEquals(HeapCheck.totalBudgetBytes(), before);
    }

    /** Each budget alone fits. */
    public void budgetsThatDoNotFitTogether() {
        String first = UniqueName.of("first");
        String second = UniqueName.of("second");
        try (LogCapture log = LogCapture.start();
                ThriftServer one = start(first, limits(HALF));
                ThriftServer other = start(second, limits(HALF))) {
            assertEquals(
                    log.awaitCount("server '" + second + "': maxBufferedBytes of all servers of this JVM is "),
                    1,
                    one.port() + " and " + other.port() + ": " + log.text());
        }
    }

    public void aBudgetBelowTheLargestFrame() {
        String name = UniqueName.of("small");
        try (LogCapture log = LogCapture.start();
                ThriftServer server = start(name, limits(FRAME - 1).maxFrameBytes(FRAME))) {
            assertEquals(
                    log.awaitCount("server '" + name + "': maxBufferedBytes is " + (FRAME - 1)
                            + ", so no frame of maxFrameBytes, " + FRAME + ", can be served"),
                    1,
                    server.port() + ": " + log.text());
        }
    }

    public void aBudgetThatFits() {
        String name = UniqueName.of("modest");
        long before = HeapCheck.totalBudgetBytes();
        try (LogCapture log = LogCapture.start();
                ThriftServer server = start(name, limits(FRAME).maxFrameBytes(FRAME))) {
            assertEquals(warnings(log, name), 0, server.port() + ": " + log.text());
            assertEquals(HeapCheck.totalBudgetBytes(), before + FRAME);
        }
        assertEquals(HeapCheck.totalBudgetBytes(), before);
    }

    public void overHttp() throws Exception {
        String name = UniqueName.of("greedy-http");
        long before = HeapCheck.totalBudgetBytes();
        try (LogCapture log = LogCapture.start();
                HttpHost host = new HttpHost(ThriftHttpHandler.builder()
                        .name(name)
                        .processor(new HeldProcessor())
                        .limits(limits(HALF + 1).build())
                        .build())) {
            assertEquals(warnings(log, name), 1, host.url() + ": " + log.text());
            assertEquals(HeapCheck.totalBudgetBytes(), before + HALF + 1);
        }
        assertEquals(HeapCheck.totalBudgetBytes(), before);
    }
}
