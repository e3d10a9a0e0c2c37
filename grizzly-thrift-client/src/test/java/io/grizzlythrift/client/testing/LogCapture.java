package io.grizzlythrift.client.testing;

import io.grizzlythrift.test.Await;
import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Collectors;

/** Takes what is logged at WARNING or above from where it would be printed. */
public final class LogCapture extends Handler implements AutoCloseable {
    private final Logger root = Logger.getLogger("");
    private final List<Handler> replaced = new ArrayList<>(Arrays.asList(root.getHandlers()));
    private final Queue<String> lines = new ConcurrentLinkedQueue<>();

    private final AtomicInteger stacks = new AtomicInteger();

    private LogCapture() {}

    public static LogCapture start() {
        LogCapture capture = new LogCapture();
        capture.replaced.forEach(capture.root::removeHandler);
        capture.root.addHandler(capture);
        return capture;
    }

    /** How many lines contain this text. */
    public long count(String text) {
        return lines.stream().filter(line -> line.contains(text)).count();
    }

    /** The same, once there is one. */
    public long awaitCount(String text) {
        return Await.count(() -> count(text));
    }

    /** How many records came with a stack. */
    public int stacks() {
        return stacks.get();
    }

    @Override
    public void publish(LogRecord record) {
        if (record.getLevel().intValue() >= Level.WARNING.intValue()) {
            if (record.getThrown() != null) {
                stacks.incrementAndGet();
            }
            Object[] parameters = record.getParameters();
            lines.add(parameters == null ? record.getMessage() : MessageFormat.format(record.getMessage(), parameters));
        }
    }

    @Override
    public String toString() {
        return lines.stream().collect(Collectors.joining("\n"));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        root.removeHandler(this);
        replaced.forEach(root::addHandler);
    }
}
