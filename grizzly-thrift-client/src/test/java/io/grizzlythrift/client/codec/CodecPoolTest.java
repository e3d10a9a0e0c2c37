package io.grizzlythrift.client.codec;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNotSame;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.testing.scripted.Messages;
import io.grizzlythrift.frame.WireFormat;
import io.grizzlythrift.message.ThriftProtocol;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.testng.annotations.Test;

/** Tests that a codec is used by one thread at a time and reused. */
public class CodecPoolTest {
    private static final int PLACES = 64;
    private static final int THREADS = 8;
    private static final int ROUNDS = 20_000;

    private static CodecPool poolThatCounts(AtomicInteger made) {
        return new CodecPool(() -> {
            made.incrementAndGet();
            return new CallCodec(ThriftProtocol.BINARY, WireFormat.FRAMED, 1_000, new ByteLimit(1));
        });
    }

    @Test
    void releasedCodecsAreReused() {
        CodecPool pool = poolThatCounts(new AtomicInteger());
        CallCodec first = pool.take();
        CallCodec second = pool.take();
        assertNotSame(first, second);
        pool.giveBack(first);
        assertSame(pool.take(), first);
        pool.giveBack(first);
        pool.giveBack(second);
        assertEquals(identities(pool.take(), pool.take()), identities(first, second));
    }

    @Test
    void codecsPassBetweenThreads() throws Exception {
        CodecPool pool = poolThatCounts(new AtomicInteger());
        CallCodec codec = pool.take();
        pool.giveBack(codec);
        List<CallCodec> taken = new ArrayList<>();
        Thread other = new Thread(() -> taken.add(pool.take()));
        other.start();
        other.join();
        assertSame(taken.get(0), codec);
    }

    @Test
    void codecsOverTheMaximumAreDropped() {
        AtomicInteger made = new AtomicInteger();
        CodecPool pool = poolThatCounts(made);
        List<CallCodec> lent = new ArrayList<>();
        for (int i = 0; i < 2 * PLACES; i++) {
            lent.add(pool.take());
        }
        assertEquals(made.get(), 2 * PLACES);
        lent.forEach(pool::giveBack);
        for (int i = 0; i < 2 * PLACES; i++) {
            pool.take();
        }
        assertEquals(made.get(), 3 * PLACES);
    }

    @Test
    void idleCodecsKeepNoFrame() throws Exception {
        CodecPool pool = poolThatCounts(new AtomicInteger());
        CallCodec codec = pool.take();
        byte[] frame = Messages.reply(ThriftProtocol.BINARY, "echo", 1, "text");
        codec.read(frame, 0, frame.length);
        assertSame(codec.message().array(), frame);
        pool.giveBack(codec);
        assertNull(codec.message().array());
        assertNull(codec.header());
    }

    @Test(timeOut = 120_000)
    void noCodecIsUsedByTwoThreads() throws Exception {
        AtomicInteger made = new AtomicInteger();
        CodecPool pool = poolThatCounts(made);
        Set<CallCodec> lent = ConcurrentHashMap.newKeySet();
        CountDownLatch start = new CountDownLatch(1);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> ends = new ArrayList<>();
            for (int t = 0; t < THREADS; t++) {
                ends.add(threads.submit(() -> {
                    start.await();
                    for (int i = 0; i < ROUNDS; i++) {
                        CallCodec codec = pool.take();
                        assertTrue(lent.add(codec), "two threads have one codec");
                        Thread.onSpinWait();
                        lent.remove(codec);
                        pool.giveBack(codec);
                    }
                    return null;
                }));
            }
            start.countDown();
            for (Future<?> end : ends) {
                end.get(60, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
        assertTrue(made.get() < THREADS * ROUNDS / 10, made + " codecs were made: they are not reused");
    }

    private static Set<CallCodec> identities(CallCodec... codecs) {
        Set<CallCodec> set = Collections.newSetFromMap(new IdentityHashMap<>());
        Collections.addAll(set, codecs);
        return set;
    }
}
