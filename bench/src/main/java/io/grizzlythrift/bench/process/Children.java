package io.grizzlythrift.bench.process;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** All processes that this process started. They end when this process ends, on Ctrl-C or otherwise. */
public final class Children implements AutoCloseable {
    private static final long GRACE_SECONDS = 3;

    private final Set<Process> running = ConcurrentHashMap.newKeySet();
    private final Thread hook = new Thread(this::endAll, "bench-children");
    private boolean closed;

    /** Installs the shutdown hook. */
    public Children() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * Returns whether all processes were ended, so that no more can be started.
     *
     * @return false until {@link #close()} or the end of this process
     */
    public synchronized boolean isClosed() {
        return closed;
    }

    /**
     * Starts another process.
     *
     * @param builder starts the process
     * @return the process
     * @throws IOException if it cannot be started, or if this is closed
     */
    public synchronized Process start(ProcessBuilder builder) throws IOException {
        if (closed) {
            throw new IOException("no process is started any more");
        }
        Process child = builder.start();
        running.add(child);
        return child;
    }

    @Override
    public void close() {
        endAll();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException alreadyShuttingDown) {
            // The hook ends them.
        }
    }

    /** Ends a process, and returns when it has ended. */
    void end(Process child) {
        child.destroy();
        awaitEnd(child);
    }

    private void endAll() {
        refuseMore();
        running.forEach(Process::destroy);
        running.forEach(this::awaitEnd);
    }

    private synchronized void refuseMore() {
        closed = true;
    }

    private void awaitEnd(Process child) {
        try {
            if (!child.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
                child.destroyForcibly();
            }
        } catch (InterruptedException interrupted) {
            child.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        running.remove(child);
    }
}
