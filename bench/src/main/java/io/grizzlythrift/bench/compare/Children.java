package io.grizzlythrift.bench.compare;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Every process that this one started, ended when this one ends, by Ctrl-C or otherwise. */
public final class Children implements AutoCloseable {
    private static final long GRACE_SECONDS = 3;

    private final Set<Process> running = ConcurrentHashMap.newKeySet();
    private final Thread hook = new Thread(this::endAll, "bench-children");

    /** Installs the shutdown hook. */
    public Children() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    Process start(ProcessBuilder builder) throws IOException {
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
            // Then the hook is what ends them.
        }
    }

    private void endAll() {
        running.forEach(Process::destroy);
        for (Process child : running) {
            try {
                if (!child.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
                    child.destroyForcibly();
                }
            } catch (InterruptedException interrupted) {
                child.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
    }
}
