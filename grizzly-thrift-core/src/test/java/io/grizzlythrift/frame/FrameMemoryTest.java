package io.grizzlythrift.frame;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.Test;

/** Memory of started frames is taken once, given back once, and never more than there is. */
@Test(timeOut = 60_000)
public final class FrameMemoryTest {
    public void theBoundIsChecked() {
        IllegalArgumentException refused = expectThrows(IllegalArgumentException.class, () -> new FrameMemory(0));
        assertEquals(refused.getMessage(), "maxBytes is 0, must be at least 1");
    }

    public void whoWantsMoreThanIsLeftGetsNothing() throws FrameException {
        FrameMemory memory = new FrameMemory(100);
        FrameMemory.Share first = memory.new Share();
        FrameMemory.Share second = memory.new Share();
        first.take(60);
        second.take(40);
        FrameException refused = expectThrows(FrameException.class, () -> second.take(1));
        for (String value : new String[] {"1 more", "taken 100", "the 100"}) {
            assertTrue(refused.getMessage().contains(value), refused.getMessage());
        }
        assertEquals(memory.bytes(), 100);
        assertEquals(memory.rejections(), 1);
        second.giveBack();
        second.giveBack();
        assertEquals(memory.bytes(), 60);
        first.close();
        first.close();
        first.giveBack();
        assertEquals(memory.bytes(), 0);
        first.take(50);
        assertEquals(memory.bytes(), 0, "a closed share takes nothing");
    }

    public void aStartedFrameGivesBackWhenItIsWholeOrItsConnectionCloses() throws FrameException {
        FrameMemory memory = new FrameMemory(1 << 20);
        byte[] frame = new byte[4 + 10_000];
        ByteBuffer.wrap(frame).putInt(10_000);
        FrameAssembler assembler = new FrameAssembler(1 << 20, memory, System::nanoTime);
        assembler.take(frame, 0, 4);
        assertEquals(memory.bytes(), 0, "nothing is taken for what a length claims");
        assembler.take(frame, 4, 5000);
        assertEquals(memory.bytes(), assembler.heldBytes());
        assembler.take(frame, 5000, frame.length);
        assertEquals(memory.bytes(), 0);
        assembler.take(frame, 0, 5000);
        assertTrue(memory.bytes() > 0, "a second frame takes memory, too");
        assembler.close();
        assertEquals(memory.bytes(), 0);
    }

    /** A connection is closed by one thread while another one reads it. */
    public void nothingIsLeftOverHoweverSharesAreClosed() throws Exception {
        FrameMemory memory = new FrameMemory(1 << 20);
        int rounds = 20_000;
        CyclicBarrier barrier = new CyclicBarrier(2);
        FrameMemory.Share[] shares = new FrameMemory.Share[rounds];
        for (int i = 0; i < rounds; i++) {
            shares[i] = memory.new Share();
        }
        runTogether(List.of(
                () -> {
                    barrier.await();
                    for (FrameMemory.Share share : shares) {
                        share.take(3);
                        share.take(5);
                        share.giveBack();
                        share.take(7);
                    }
                    return null;
                },
                () -> {
                    barrier.await();
                    for (FrameMemory.Share share : shares) {
                        share.close();
                    }
                    return null;
                }));
        assertEquals(memory.bytes(), 0);
    }

    public void manyThreadsNeverTakeMoreThanThereIs() throws Exception {
        FrameMemory memory = new FrameMemory(1000);
        List<Callable<Void>> takers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Random random = new Random(i);
            takers.add(() -> {
                FrameMemory.Share share = memory.new Share();
                for (int round = 0; round < 50_000; round++) {
                    try {
                        share.take(1 + random.nextInt(500));
                    } catch (FrameException e) {
                        share.giveBack();
                    }
                    long taken = memory.bytes();
                    assertTrue(taken >= 0 && taken <= 1000, taken + " bytes are taken");
                }
                share.close();
                return null;
            });
        }
        runTogether(takers);
        assertEquals(memory.bytes(), 0);
        assertTrue(memory.rejections() > 0, "no taker ever went without");
    }

    /** Who asks for too much must not cost another connection its own, small share. */
    public void whoIsRefusedDoesNotCrowdOutOthers() throws Exception {
        FrameMemory memory = new FrameMemory(1000);
        int rounds = 100_000;
        runTogether(List.of(
                () -> {
                    FrameMemory.Share greedy = memory.new Share();
                    for (int round = 0; round < rounds; round++) {
                        expectThrows(FrameException.class, () -> greedy.take(1001));
                    }
                    return null;
                },
                () -> {
                    FrameMemory.Share modest = memory.new Share();
                    for (int round = 0; round < rounds; round++) {
                        modest.take(1);
                        modest.giveBack();
                    }
                    return null;
                }));
        assertEquals(memory.rejections(), rounds);
        assertEquals(memory.bytes(), 0);
    }

    private static void runTogether(List<Callable<Void>> tasks) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(tasks.size());
        try {
            List<Future<Void>> ends = new ArrayList<>();
            for (Callable<Void> task : tasks) {
                ends.add(threads.submit(task));
            }
            for (Future<Void> end : ends) {
                end.get(40, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
