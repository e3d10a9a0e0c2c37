package io.grizzlythrift.client;

import static org.testng.Assert.assertEquals;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.testng.annotations.Test;

/** The thread that looks up names may be stuck for as long as the system likes: deadlines are met all the same. */
public class HangingLookupTest {
    @Test
    public void deadlinesAreMetMeanwhile() throws Exception {
        AtomicLong clock = new AtomicLong();
        CompletableFuture<Void> hang = new CompletableFuture<>();
        ThriftClientConfig config =
                new ThriftClientConfig(ThriftClient.builder().endpoint("slow.invalid", 1));
        ClientThreads threads = new ClientThreads("lookup", 1, 1, clock::get);
        try {
            ClientParts parts = new ClientParts(
                    config,
                    threads,
                    new Outcomes(config, threads, clock::get),
                    new CodecPool(() -> new CallCodec(config.protocol(), config.maxFrameBytes())),
                    clock::get);
            ConnectionPool pool =
                    new ConnectionPool(parts, (connection, host, port) -> threads.runOnConnector(hang::join));
            UnansweredCall call = new UnansweredCall(Duration.ofSeconds(1));
            pool.start(call, (codec, id) -> {});
            clock.addAndGet(Duration.ofSeconds(2).toNanos());
            threads.wheel().advance();
            assertEquals(Ended.result(call.failure()).failure(), FailureCause.TIMED_OUT);
        } finally {
            hang.complete(null);
            threads.shutdown();
        }
    }
}
