package io.grizzlythrift.bench.service;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.bench.gen.BenchService;
import java.time.Duration;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TMemoryBuffer;
import org.testng.annotations.Test;

/** Tests which calls wait. A call that waits takes at least the delay, however busy the machine is. */
public final class DelayedServiceTest {
    private static final Duration DELAY = Duration.ofMillis(30);

    @Test
    public void withoutADelayItIsTheServiceItself() {
        assertSame(DelayedService.of(BundledService.BENCH, Duration.ZERO, 1), BundledService.BENCH);
    }

    @Test
    public void oneCallInSeveralWaits() throws Exception {
        TProcessor processor = DelayedService.of(BundledService.BENCH, DELAY, 3).processor();
        long start = System.nanoTime();
        for (int i = 0; i < 6; i++) {
            assertEquals(echo(processor, "text " + i), "text " + i);
        }
        assertTrue(System.nanoTime() - start >= 2 * DELAY.toNanos(), "two of six calls wait");
    }

    private static String echo(TProcessor processor, String text) throws Exception {
        TProtocol in = new TBinaryProtocol(new TMemoryBuffer(100));
        TProtocol out = new TBinaryProtocol(new TMemoryBuffer(100));
        BenchService.Client client = new BenchService.Client(out, in);
        client.send_echo(text);
        processor.process(in, out);
        return client.recv_echo();
    }
}
