package io.grizzlythrift.bench;

import java.util.function.Consumer;
import java.util.function.Supplier;

/** Says what is kept if this process is ended, by Ctrl-C or otherwise, before this is closed. */
final class InterruptNotice implements AutoCloseable {
    private final Thread hook;

    /**
     * Installs a shutdown hook.
     *
     * @param notice what is kept; called when the process ends, while other threads still run
     * @param say prints it
     */
    InterruptNotice(Supplier<String> notice, Consumer<String> say) {
        hook = new Thread(() -> say.accept("interrupted: " + notice.get()), "bench-interrupted");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException alreadyShuttingDown) {
            // The hook prints it.
        }
    }
}
