package io.grizzlythrift.test;

import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertTrue;

import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Collectors;

/** Captures all log records of the process, from Grizzly, libthrift and this library, instead of printing them. */
public final class LogCapture extends Handler implements AutoCloseable {
    private static final int MAX_LINE = 300;

    private final Logger root = Logger.getLogger("");
    private final List<Handler> replaced = new ArrayList<>(Arrays.asList(root.getHandlers()));
    private final Queue<LogRecord> records = new ConcurrentLinkedQueue<>();

    private LogCapture(Level level) {
        setLevel(level);
    }

    /** Captures records at INFO or above. */
    public static LogCapture start() {
        return start(Level.INFO);
    }

    /** Captures records at WARNING or above. */
    public static LogCapture ofWarnings() {
        return start(Level.WARNING);
    }

    private static LogCapture start(Level level) {
        LogCapture capture = new LogCapture(level);
        capture.replaced.forEach(capture.root::removeHandler);
        capture.root.addHandler(capture);
        return capture;
    }

    /** Returns the captured records, one per line. */
    public String text() {
        return records.stream().map(LogCapture::text).collect(Collectors.joining("\n"));
    }

    /** Returns the number of lines that contain this text. */
    public long count(String text) {
        return records.stream().filter(record -> text(record).contains(text)).count();
    }

    /** Waits until this number is not 0, and returns it. */
    public long awaitCount(String text) {
        return Await.count(() -> count(text));
    }

    /** Returns the number of records with a stack trace. */
    public long stacks() {
        return records.stream().filter(record -> record.getThrown() != null).count();
    }

    @Override
    public String toString() {
        return text();
    }

    /** Asserts that at most this number of lines was logged, each of them short and none with a stack trace. */
    public void assertShortLines(int max) {
        assertTrue(records.size() <= max, "more than " + max + " lines: " + text());
        for (LogRecord record : records) {
            assertNull(record.getThrown(), "a stack in: " + text());
            String text = text(record);
            assertTrue(text.chars().noneMatch(Character::isISOControl), "a control character in: " + text);
            assertTrue(text.length() < MAX_LINE, "a long line: " + text);
        }
    }

    private static String text(LogRecord record) {
        Object[] parameters = record.getParameters();
        return parameters == null ? record.getMessage() : MessageFormat.format(record.getMessage(), parameters);
    }

    @Override
    public void publish(LogRecord record) {
        if (isLoggable(record)) {
            records.add(record);
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        root.removeHandler(this);
        replaced.forEach(root::addHandler);
    }
}
