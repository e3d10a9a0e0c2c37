package io.grizzlythrift.scorecard.process;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/**
 * Counts the log lines of this process, from java.util.logging and slf4j, and the exceptions that end a thread. The
 * first lines also go to standard error.
 */
public final class LogCounter extends Handler {
    private static final int SHOWN = 20;

    /** More than the lines logged between two searches of a row. */
    private static final int KEPT = 100;

    private final AtomicLong lines = new AtomicLong();
    private final AtomicLong stackTraces = new AtomicLong();
    private final SimpleFormatter formatter = new SimpleFormatter();
    private final Deque<String> last = new ArrayDeque<>();

    /** Replaces all handlers of the root logger. */
    public static LogCounter install() {
        LogCounter counter = new LogCounter();
        Logger root = Logger.getLogger("");
        for (Handler handler : root.getHandlers()) {
            root.removeHandler(handler);
        }
        root.addHandler(counter);
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {
            LogRecord died = new LogRecord(Level.SEVERE, "thread " + thread.getName() + " died");
            died.setThrown(thrown);
            counter.publish(died);
        });
        return counter;
    }

    /** {@return the number of lines at WARNING or above} */
    long lines() {
        return lines.get();
    }

    /** Returns whether a line since the last call contains these words. */
    public synchronized boolean takeLineWith(String words) {
        boolean found = last.stream().anyMatch(line -> line.contains(words));
        last.clear();
        return found;
    }

    private synchronized void keep(String line) {
        if (last.size() == KEPT) {
            last.removeFirst();
        }
        last.addLast(line);
    }

    /** {@return the number of stack traces at any level} */
    long stackTraces() {
        return stackTraces.get();
    }

    @Override
    public void publish(LogRecord record) {
        if (record.getThrown() != null) {
            stackTraces.incrementAndGet();
        }
        if (record.getLevel().intValue() < Level.WARNING.intValue()) {
            return;
        }
        keep(formatter.formatMessage(record));
        if (lines.incrementAndGet() <= SHOWN) {
            System.err.print(formatter.format(record));
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
