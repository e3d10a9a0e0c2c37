package io.grizzlythrift.tls;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says when files have changed, at most once per interval. Safe for any number of threads. */
final class FileWatch {
    private static final Logger LOG = LoggerFactory.getLogger(TlsConfig.class);

    private final List<Path> files;
    private final long intervalNanos;
    private final LongSupplier nanoTime;
    private final AtomicLong nextLook;
    private volatile List<Source.Stamp> noted = List.of();

    /** @param interval zero for never */
    FileWatch(List<Path> files, Duration interval, LongSupplier nanoTime) {
        this.files = files;
        this.nanoTime = nanoTime;
        intervalNanos = interval.toNanos();
        nextLook = new AtomicLong(nanoTime.getAsLong() + intervalNanos);
    }

    /** Notes what the files are like now, before they are loaded: a change from then on is not missed. */
    void note() {
        noted = stamps();
    }

    /** Whether the files have changed since they were noted. Looks at them only once per interval. */
    boolean isDue() {
        if (intervalNanos == 0) {
            return false;
        }
        long now = nanoTime.getAsLong();
        long due = nextLook.get();
        return now - due >= 0 && nextLook.compareAndSet(due, now + intervalNanos) && !stamps().equals(noted);
    }

    /** Loads; a failure is logged. It is not tried again before the files change once more. */
    void reload(Runnable loading) {
        try {
            loading.run();
            LOG.debug("certificates were loaded again from {}", files);
        } catch (IllegalArgumentException e) {
            LOG.warn("changed certificates are not used, the old ones stay: {}", e.getMessage());
        }
    }

    private List<Source.Stamp> stamps() {
        return files.stream().map(Source.Stamp::of).toList();
    }
}
