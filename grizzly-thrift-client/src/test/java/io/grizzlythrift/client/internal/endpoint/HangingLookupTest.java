package io.grizzlythrift.client.internal.endpoint;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.client.ClientConfigs;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.ThriftClientConfig;
import io.grizzlythrift.client.internal.call.ByteLimit;
import io.grizzlythrift.client.internal.call.CallCodec;
import io.grizzlythrift.client.internal.call.CallCompletion;
import io.grizzlythrift.client.internal.call.CodecPool;
import io.grizzlythrift.client.internal.connection.ClientContext;
import io.grizzlythrift.client.internal.io.ClientThreads;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.CallWithoutReply;
import io.grizzlythrift.internal.frame.WireFormat;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.testng.annotations.Test;

/** Tests that deadlines are met while a name lookup hangs. */
public class HangingLookupTest {
    @Test
    public void deadlinesAreMetMeanwhile() throws Exception {
        AtomicLong clock = new AtomicLong();
        CompletableFuture<Void> hang = new CompletableFuture<>();
        ThriftClientConfig config = ClientConfigs.of(ThriftClient.builder().endpoint("slow.invalid", 1));
        ClientThreads threads = new ClientThreads("lookup", 1, 1, clock::get);
        try {
            ClientContext context = new ClientContext(
                    config,
                    threads,
                    new CallCompletion(config, threads, clock::get),
                    new CodecPool(
                            threads,
                            () -> new CallCodec(
                                    config.protocol(), WireFormat.FRAMED, config.maxFrameBytes(), new ByteLimit(1))),
                    clock::get);
            ConnectionPool pool = Pools.of(context, (connection, host, port) -> threads.runOnConnector(hang::join));
            CallWithoutReply call = new CallWithoutReply(Duration.ofSeconds(1));
            pool.start(call, Pools.EMPTY_CALL);
            clock.addAndGet(Duration.ofSeconds(2).toNanos());
            threads.timers().advance();
            assertEquals(CallResults.result(call.failure()).failure(), FailureCause.TIMED_OUT);
        } finally {
            hang.complete(null);
            threads.shutdown();
        }
    }
}
