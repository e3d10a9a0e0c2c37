package io.grizzlythrift.memory;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a running server may hold of the heap, which all servers of this JVM share. */
public final class HeapCheck {
    private static final Logger LOG = LoggerFactory.getLogger(HeapCheck.class);
    private static final AtomicLong OF_ALL = new AtomicLong();

    private final AtomicBoolean ended = new AtomicBoolean();
    private final long bytes;

    private HeapCheck(long bytes) {
        this.bytes = bytes;
    }

    /** Counts a server that starts, and warns if its budget fits neither the heap nor its largest frame. */
    public static HeapCheck begin(String serverName, long budget, int maxFrameBytes) {
        HeapCheck share = new HeapCheck(budget);
        warn(
                serverName,
                budget,
                maxFrameBytes,
                OF_ALL.addAndGet(budget),
                Runtime.getRuntime().maxMemory());
        return share;
    }

    private static void warn(String serverName, long budget, int maxFrameBytes, long ofAll, long heap) {
        if (budget > heap / 2) {
            LOG.warn(
                    "server '{}': maxBufferedBytes is {}, more than half of the largest heap, {}",
                    serverName,
                    budget,
                    heap);
        } else if (ofAll > heap / 2) {
            LOG.warn(
                    "server '{}': maxBufferedBytes of all servers here comes to {}, more than half of the largest heap, {}",
                    serverName,
                    ofAll,
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

    /** What all servers that run in this JVM may hold. */
    public static long totalBudgetBytes() {
        return OF_ALL.get();
    }

    /** The server has stopped. Counts once. */
    public void end() {
        if (ended.compareAndSet(false, true)) {
            OF_ALL.addAndGet(-bytes);
        }
    }
}
