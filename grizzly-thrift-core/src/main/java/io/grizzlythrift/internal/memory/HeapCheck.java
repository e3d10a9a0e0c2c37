package io.grizzlythrift.internal.memory;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds up the memory budgets of all running servers in this JVM, which share its heap, and warns if they are too large.
 */
public final class HeapCheck {
    private static final Logger LOG = LoggerFactory.getLogger(HeapCheck.class);
    private static final AtomicLong TOTAL_BUDGET = new AtomicLong();

    private final AtomicBoolean subtracted = new AtomicBoolean();
    private final long bytes;

    private HeapCheck(long bytes) {
        this.bytes = bytes;
    }

    /**
     * Adds the budget of a starting server. Warns if this budget or the sum of all budgets exceeds half of the heap, or
     * if this budget is smaller than the largest frame.
     */
    public static HeapCheck begin(String serverName, long budget, int maxFrameBytes) {
        HeapCheck check = new HeapCheck(budget);
        warn(
                serverName,
                budget,
                maxFrameBytes,
                TOTAL_BUDGET.addAndGet(budget),
                Runtime.getRuntime().maxMemory());
        return check;
    }

    private static void warn(String serverName, long budget, int maxFrameBytes, long totalBudget, long heap) {
        if (budget > heap / 2) {
            LOG.warn(
                    "server '{}': maxBufferedBytes is {}, more than half of the maximum heap, {}",
                    serverName,
                    budget,
                    heap);
        } else if (totalBudget > heap / 2) {
            LOG.warn(
                    "server '{}': maxBufferedBytes of all servers of this JVM is {}, more than half of the maximum heap, {}",
                    serverName,
                    totalBudget,
                    heap);
        }
        if (budget < maxFrameBytes) {
            LOG.warn(
                    "server '{}': maxBufferedBytes is {}, so no frame of maxFrameBytes, {}, can be served",
                    serverName,
                    budget,
                    maxFrameBytes);
        }
    }

    /** {@return the sum of the budgets of all running servers in this JVM, in bytes} */
    public static long totalBudgetBytes() {
        return TOTAL_BUDGET.get();
    }

    /** Subtracts the budget of a server that has stopped. Only the first call has an effect. */
    public void end() {
        if (subtracted.compareAndSet(false, true)) {
            TOTAL_BUDGET.addAndGet(-bytes);
        }
    }
}
