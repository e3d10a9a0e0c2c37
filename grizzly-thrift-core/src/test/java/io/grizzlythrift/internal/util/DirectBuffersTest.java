package io.grizzlythrift.internal.util;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNotNull;
import static org.testng.Assert.assertNotSame;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.expectThrows;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.threadpool.DefaultWorkerThread;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests which threads share buffers, how many there are, and what happens without memory for one. */
@Test(timeOut = 60_000, singleThreaded = true)
public final class DirectBuffersTest {
    private AtomicInteger made;
    private boolean outOfMemory;
    private DirectBuffers buffers;

    @BeforeMethod
    void create() {
        made = new AtomicInteger();
        outOfMemory = false;
        buffers = new DirectBuffers(() -> {
            if (outOfMemory) {
                throw new OutOfMemoryError("test");
            }
            made.incrementAndGet();
            return ByteBuffer.allocate(8);
        });
    }

    public void otherThreadsShareOneBufferIfTheyTakeTurns() throws Exception {
        for (int i = 0; i < 100; i++) {
            CompletableFuture<ByteBuffer> taken = new CompletableFuture<>();
            new Thread(() -> {
                        ByteBuffer buffer = buffers.take();
                        buffers.release(buffer.put((byte) 1));
                        taken.complete(buffer);
                    })
                    .start();
            taken.get(30, TimeUnit.SECONDS);
        }
        assertEquals(made.get(), 1);
        assertEquals(buffers.take().remaining(), 8, "a buffer is empty");
    }

    public void tryTakeReturnsNullOverTheMaximum() {
        List<ByteBuffer> taken = takeAllShared();
        assertNull(buffers.tryTake());
        assertEquals(made.get(), DirectBuffers.MAX_SHARED);
        buffers.release(taken.get(0));
        assertSame(buffers.tryTake(), taken.get(0));
    }

    public void takeCreatesOneMoreThatIsNotKept() {
        List<ByteBuffer> taken = takeAllShared();
        ByteBuffer more = buffers.take();
        assertEquals(made.get(), DirectBuffers.MAX_SHARED + 1);
        taken.forEach(buffers::release);
        buffers.release(more);
        for (int i = 0; i < DirectBuffers.MAX_SHARED; i++) {
            assertNotSame(buffers.tryTake(), more);
        }
        assertNull(buffers.tryTake());
    }

    public void aDroppedBufferNoLongerCounts() {
        List<ByteBuffer> taken = takeAllShared();
        ByteBuffer more = buffers.take();
        assertEquals(buffers.shared(), DirectBuffers.MAX_SHARED + 1);
        buffers.release(more);
        taken.forEach(buffers::release); // the pool has no room for the last one
        assertEquals(buffers.shared(), DirectBuffers.MAX_SHARED);
        takeAllShared();
        assertNull(buffers.tryTake());
    }

    private List<ByteBuffer> takeAllShared() {
        List<ByteBuffer> taken = new ArrayList<>();
        for (int i = 0; i < DirectBuffers.MAX_SHARED; i++) {
            ByteBuffer buffer = buffers.tryTake();
            assertNotNull(buffer, i + " of " + DirectBuffers.MAX_SHARED);
            taken.add(buffer);
        }
        return taken;
    }

    public void aLongLivedThreadKeepsItsOwn() throws Exception {
        List<ByteBuffer> shared = takeAllShared();
        ByteBuffer own = onLongLivedThread(() -> {
            ByteBuffer first = buffers.tryTake();
            buffers.release(first.put((byte) 1));
            assertSame(buffers.take(), first);
            assertEquals(first.remaining(), 8, "a buffer is empty");
            return first;
        });
        shared.forEach(other -> assertNotSame(other, own));
        assertNull(buffers.tryTake(), "a thread's own buffer was shared");
    }

    public void withoutMemoryOnlyTryTakeReturns() throws Exception {
        outOfMemory = true;
        assertNull(buffers.tryTake());
        expectThrows(OutOfMemoryError.class, () -> buffers.take());
        onLongLivedThread(() -> {
            assertNull(buffers.tryTake());
            expectThrows(OutOfMemoryError.class, () -> buffers.take());
            return null;
        });
        outOfMemory = false;
        takeAllShared(); // a failure used up none of them
    }

    private static <T> T onLongLivedThread(Callable<T> task) throws Exception {
        CompletableFuture<T> result = new CompletableFuture<>();
        new DefaultWorkerThread(Grizzly.DEFAULT_ATTRIBUTE_BUILDER, "long-lived", null, () -> {
                    try {
                        result.complete(task.call());
                    } catch (Throwable t) {
                        result.completeExceptionally(t);
                    }
                })
                .start();
        return result.get(30, TimeUnit.SECONDS);
    }
}
