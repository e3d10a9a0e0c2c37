package io.grizzlythrift.internal.frame;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNotSame;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.expectThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.glassfish.grizzly.Buffer;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that arrays are reused, and which ones must not be. */
@Test(timeOut = 60_000)
public final class ReadBufferPoolTest {
    private static final int BYTES = 2 * ReadBufferPool.MIN_BYTES;
    private static final int THREADS = 4;
    private static final int ROUNDS = 20_000;

    public void anArrayIsReusedAfterItsBufferIsDisposed() {
        ReadBufferPool memory = new ReadBufferPool();
        Buffer first = memory.allocate(BYTES);
        byte[] array = first.array();
        assertNotSame(memory.allocate(BYTES).array(), array);
        first.dispose();
        assertEquals(memory.pooledArrays(), 1);
        Buffer second = memory.allocate(BYTES - 1);
        assertSame(second.array(), array);
        assertEquals(second.remaining(), BYTES - 1);
        assertEquals(memory.pooledArrays(), 0);
    }

    public void smallArraysAreNotKept() {
        ReadBufferPool memory = new ReadBufferPool();
        memory.allocate(ReadBufferPool.MIN_BYTES - 1).dispose();
        assertEquals(memory.pooledArrays(), 0);
        memory.allocate(ReadBufferPool.MIN_BYTES).dispose();
        assertEquals(memory.pooledArrays(), 1);
    }

    public void aLargerArrayReplacesASmallerOne() {
        ReadBufferPool memory = new ReadBufferPool();
        memory.allocate(BYTES).dispose();
        Buffer larger = memory.allocate(BYTES + 1);
        assertEquals(larger.array().length, BYTES + 1);
        assertEquals(memory.pooledArrays(), 0);
    }

    public void aSmallReadGetsNoLargeArray() {
        ReadBufferPool memory = new ReadBufferPool();
        Buffer large = memory.allocate(ReadBufferPool.SMALL_BYTES + 1);
        byte[] array = large.array();
        large.dispose();
        assertNotSame(memory.allocate(ReadBufferPool.SMALL_BYTES).array(), array);
        assertEquals(memory.pooledArrays(), 1);
        assertSame(memory.allocate(ReadBufferPool.SMALL_BYTES + 1).array(), array);
    }

    public void atMostTheMaximumOfEachSizeIsKept() {
        ReadBufferPool memory = new ReadBufferPool();
        List<Buffer> buffers = new ArrayList<>();
        for (int i = 0; i <= ReadBufferPool.MAX_POOLED; i++) {
            buffers.add(memory.allocate(BYTES));
            buffers.add(memory.allocate(2 * ReadBufferPool.SMALL_BYTES));
        }
        buffers.forEach(Buffer::dispose);
        assertEquals(memory.pooledArrays(), 2 * ReadBufferPool.MAX_POOLED);
    }

    public void disposingTwiceChangesNothing() {
        ReadBufferPool memory = new ReadBufferPool();
        Buffer buffer = memory.allocate(BYTES);
        buffer.dispose();
        expectThrows(IllegalStateException.class, buffer::dispose);
        assertEquals(memory.pooledArrays(), 1);
    }

    @DataProvider
    static Object[][] sharing() {
        return new Object[][] {
            {"slice", (Consumer<Buffer>) Buffer::slice},
            {"slice of a part", (Consumer<Buffer>) buffer -> buffer.slice(1, 2)},
            {"duplicate", (Consumer<Buffer>) Buffer::duplicate},
            {"read-only", (Consumer<Buffer>) Buffer::asReadOnlyBuffer},
            {"split", (Consumer<Buffer>) buffer -> buffer.split(BYTES / 2)},
        };
    }

    @Test(dataProvider = "sharing")
    public void aSharedArrayIsNotReused(String how, Consumer<Buffer> share) {
        ReadBufferPool memory = new ReadBufferPool();
        Buffer buffer = memory.allocate(BYTES);
        share.accept(buffer);
        buffer.dispose();
        assertEquals(memory.pooledArrays(), 0, how);
    }

    /** No other thread modifies an array that one thread has allocated. */
    public void noArrayIsAllocatedTwice() throws Exception {
        ReadBufferPool memory = new ReadBufferPool();
        List<CompletableFuture<Void>> threads = new ArrayList<>();
        for (int thread = 1; thread <= THREADS; thread++) {
            byte mark = (byte) thread;
            byte[] expected = new byte[ReadBufferPool.MIN_BYTES];
            Arrays.fill(expected, mark);
            threads.add(CompletableFuture.runAsync(() -> {
                for (int round = 0; round < ROUNDS; round++) {
                    Buffer buffer = memory.allocate(ReadBufferPool.MIN_BYTES);
                    Arrays.fill(buffer.array(), mark);
                    assertEquals(Arrays.mismatch(buffer.array(), expected), -1);
                    buffer.dispose();
                }
            }));
        }
        for (CompletableFuture<Void> thread : threads) {
            thread.get(30, TimeUnit.SECONDS);
        }
    }
}
