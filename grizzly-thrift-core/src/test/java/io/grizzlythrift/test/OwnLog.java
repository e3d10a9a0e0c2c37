package io.grizzlythrift.test;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.Collectors;

/** Captures the records of this library's loggers at every level. */
public final class OwnLog extends Handler implements AutoCloseable {
    private static final Logger OURS = Logger.getLogger("io.grizzlythrift");

    private final Queue<LogRecord> records = new ConcurrentLinkedQueue<>();

    private OwnLog() {
        setLevel(Level.ALL);
    }

    public static OwnLog start() {
        OwnLog log = new OwnLog();
        OURS.setUseParentHandlers(false);
        OURS.setLevel(Level.ALL);
        OURS.addHandler(log);
        return log;
    }

    /** Returns the lines of one level; slf4j's DEBUG is FINE here. */
    public List<String> lines(Level level) {
        return records.stream()
                .filter(record -> record.getLevel().equals(level))
                .map(OwnLog::text)
                .toList();
    }

    public long count(Level level, String text) {
        return lines(level).stream().filter(line -> line.contains(text)).count();
    }

    /** Waits until this number is not 0, and returns it. */
    public long awaitCount(Level level, String text) {
        return Await.count(() -> count(level, text));
    }

    /** Returns all records, with stack traces. */
    public String all() {
        return records.stream()
                .map(record -> record.getLevel() + " " + text(record) + stack(record))
                .collect(Collectors.joining("\n"));
    }

    private static String text(LogRecord record) {
        return new SimpleFormatter().formatMessage(record);
    }

    private static String stack(LogRecord record) {
        if (record.getThrown() == null) {
            return "";
        }
        StringWriter stack = new StringWriter();
        record.getThrown().printStackTrace(new PrintWriter(stack, true));
        return "\n" + stack;
    }

    @Override
    public void publish(LogRecord record) {
        records.add(record);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        OURS.removeHandler(this);
        OURS.setLevel(null);
        OURS.setUseParentHandlers(true);
    }
}
