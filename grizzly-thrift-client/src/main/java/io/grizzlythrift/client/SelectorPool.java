package io.grizzlythrift.client;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.glassfish.grizzly.Transport;
import org.glassfish.grizzly.nio.SelectorRunner;

/**
 * The threads of the selectors. Grizzly has each runner executed once, and logs what its turn throws; without memory
 * for the log that escapes, and nothing would read the runner's connections any more. Here it goes on.
 */
final class SelectorPool extends ThreadPoolExecutor {
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    SelectorPool(int threads, ThreadFactory factory) {
        super(threads, threads, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
    }

    @Override
    public void execute(Runnable task) {
        super.execute(task instanceof SelectorRunner runner ? () -> runToItsEnd(runner) : task);
    }

    private static void runToItsEnd(SelectorRunner runner) {
        boolean again = true;
        while (again) {
            try {
                runner.run();
                again = false;
            } catch (Throwable t) {
                again = mayGoOn(runner);
                log(t);
            }
        }
    }

    /** Even the text is an object, made when it is used for the first time: nothing may be thrown from here. */
    @SuppressWarnings("EmptyCatch") // without memory for a line there is none to say so
    private static void log(Throwable thrown) {
        try {
            ClientThreads.log("a selector failed, and goes on", thrown);
        } catch (Throwable t) {
            // The selector goes on.
        }
    }

    /**
     * A runner that was postponed, and no other, may be run again: it goes on where it was. To be postponed takes memory,
     * for the name of the thread; until there is some, it is tried again.
     */
    @SuppressWarnings("EmptyCatch") // what could be said of it would take memory, too
    private static boolean mayGoOn(SelectorRunner runner) {
        if (runner.getState() != Transport.State.STARTED || runner.getRunnerThread() == null) {
            return false;
        }
        while (true) {
            LockSupport.parkNanos(PAUSE_NANOS); // what was thrown may be thrown again at once
            try {
                runner.postpone();
                return true;
            } catch (Throwable t) {
                // Once more.
            }
        }
    }
}
