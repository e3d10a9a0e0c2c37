package io.grizzlythrift.internal.reply;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.internal.frame.FrameOutput;
import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.internal.memory.MemoryBudget;
import io.grizzlythrift.internal.memory.MemoryOwner;
import io.grizzlythrift.memory.MemoryPart;
import io.grizzlythrift.test.server.TestConnections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.testng.Assert;
import org.testng.annotations.Test;

/** Tests that a closed queue writes and keeps no bytes, but counts the calls that end. */
public class ClosedReplyQueueTest {
    private static final int BYTES = 40;

    private final AtomicInteger writes = new AtomicInteger();

    private ReplyQueue queue(MemoryBudget budget) {
        writes.set(0);
        TestReplyWriter writer = new TestReplyWriter((bytes, offset, length) -> writes.incrementAndGet());
        return new ReplyQueue(ReplyOrder.REQUEST, writer, Integer.MAX_VALUE, budget.open());
    }

    private static CopiedReplies reply(long call) {
        return new CopiedReplies(call, 1, new byte[BYTES]);
    }

    private void assertEnded(ReplyQueue queue, MemoryBudget budget) {
        assertEquals(writes.get(), 0, "written after the close");
        assertEquals(queue.inFlight(), 0);
        assertTrue(queue.isIdle());
        assertEquals(queue.queuedBytes(), 0);
        assertEquals(budget.usedBytes(), 0);
    }

    /** Not even the reply whose turn it is, which would be written without a copy. */
    @Test
    void theNextReplyIsNotWritten() throws Exception {
        MemoryBudget budget = new MemoryBudget(Long.MAX_VALUE);
        ReplyQueue queue = queue(budget);
        queue.accept(1);
        assertTrue(queue.close());
        FrameOutput output = new FrameOutput(1 << 16);
        output.write(new byte[BYTES], 0, BYTES);
        ReplyRuns replies = new ReplyRuns(output);
        replies.add(TestConnections.of(queue), 0);
        replies.deliver();
        assertEnded(queue, budget);
    }

    @Test
    void waitingRepliesAreDropped() {
        MemoryBudget budget = new MemoryBudget(Long.MAX_VALUE);
        ReplyQueue queue = queue(budget);
        queue.accept(2);
        queue.deliver(List.of(reply(1)));
        assertEquals(budget.usedBytes(), reply(1).chargedBytes());
        assertTrue(queue.close());
        assertEquals(budget.usedBytes(), 0);
        queue.deliver(List.of(reply(0)));
        assertEnded(queue, budget);
    }

    /** Charges the account of another connection, which a charge beyond the budget terminates. */
    private static MemoryAccount chargeAnother(MemoryBudget budget, long bytes, Consumer<String> terminate) {
        MemoryAccount account = budget.open();
        account.charge(MemoryPart.UNSENT_REPLIES, bytes);
        account.setOwner(new MemoryOwner() {
            @Override
            public void pauseReading(String reason) {}

            @Override
            public void terminateForMemory(String reason) {
                terminate.accept(reason);
            }
        });
        return account;
    }

    /** The close comes while the reply is charged: another connection is terminated to make room for it. */
    @Test
    void aReplyThatWasChargedBeforeTheCloseIsDropped() {
        int charged = reply(1).chargedBytes();
        MemoryBudget budget = new MemoryBudget(3L * charged);
        ReplyQueue queue = queue(budget);
        queue.accept(2);
        chargeAnother(budget, 2L * charged + 1, reason -> queue.close());
        queue.deliver(List.of(reply(1)));
        assertEquals(budget.terminations(), 1);
        queue.deliver(List.of(reply(0)));
        assertEnded(queue, budget);
    }

    /** For the memory of a reply that is dropped, no other connection is terminated. */
    @Test
    void aReplyAfterTheCloseIsNotCharged() {
        int charged = reply(1).chargedBytes();
        MemoryBudget budget = new MemoryBudget(3L * charged);
        ReplyQueue queue = queue(budget);
        queue.accept(2);
        MemoryAccount larger = chargeAnother(budget, 2L * charged + 1, Assert::fail);
        assertTrue(queue.close());
        queue.deliver(List.of(reply(1)));
        assertEquals(budget.terminations(), 0);
        queue.deliver(List.of(reply(0)));
        larger.close();
        assertEnded(queue, budget);
    }
}
