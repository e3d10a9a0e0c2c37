package io.grizzlythrift.client.internal.call;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNotSame;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertSame;

import io.grizzlythrift.client.internal.io.ClientThreads;
import io.grizzlythrift.client.testing.scripted.Messages;
import io.grizzlythrift.internal.frame.WireFormat;
import io.grizzlythrift.message.ThriftProtocol;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.testng.annotations.AfterClass;
import org.testng.annotations.Test;

/** Tests that codecs are reused, up to the maximum, and keep nothing meanwhile. */
public class CodecPoolTest {
    private final ClientThreads threads = new ClientThreads("codecs", 1, 1, System::nanoTime);

    @AfterClass
    void stop() {
        threads.shutdown();
    }

    private CodecPool poolThatCounts(AtomicInteger made) {
        return new CodecPool(threads, () -> {
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
        for (int i = 0; i < 2 * CodecPool.MAX_IDLE; i++) {
            lent.add(pool.take());
        }
        assertEquals(made.get(), 2 * CodecPool.MAX_IDLE);
        lent.forEach(pool::giveBack);
        for (int i = 0; i < 2 * CodecPool.MAX_IDLE; i++) {
            pool.take();
        }
        assertEquals(made.get(), 3 * CodecPool.MAX_IDLE);
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

    private static Set<CallCodec> identities(CallCodec... codecs) {
        Set<CallCodec> set = Collections.newSetFromMap(new IdentityHashMap<>());
        Collections.addAll(set, codecs);
        return set;
    }
}
