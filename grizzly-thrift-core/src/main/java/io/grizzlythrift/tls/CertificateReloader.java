package io.grizzlythrift.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reloads certificates after their files have changed. Files are checked at most once per interval, by a thread that
 * starts a connection.
 *
 * <p>May be used by any number of threads. A compare-and-set of the time of the next check lets exactly one of them
 * check in each interval; the others continue with the loaded certificates, without waiting. The state of the files is
 * recorded before they are read, so the next check finds a change made while they are read. Reloads are mutually
 * exclusive ({@link TlsConfig#reload}), so the recorded state is that of the newest certificates. A check that overlaps
 * with another reload may reload once more than needed.
 */
final class CertificateReloader {
    private static final Logger LOG = LoggerFactory.getLogger(TlsConfig.class);

    /** The attributes by which a change of a file is detected. */
    private record FileState(Path path, FileTime modified, long size) {
        private static final FileTime NEVER = FileTime.fromMillis(Long.MIN_VALUE);

        /** A missing file has a special state, so its return counts as a change. */
        static FileState of(Path path) {
            try {
                return new FileState(path, Files.getLastModifiedTime(path), Files.size(path));
            } catch (IOException e) {
                return new FileState(path, NEVER, -1);
            }
        }
    }

    private final List<Path> files;
    private final long intervalNanos;
    private final LongSupplier nanoTime;
    private final AtomicLong nextCheckNanos;
    private volatile List<FileState> recorded = List.of();

    /** @param interval the time between checks; zero for no checks */
    CertificateReloader(List<Path> files, Duration interval, LongSupplier nanoTime) {
        this.files = files;
        this.nanoTime = nanoTime;
        intervalNanos = interval.toNanos();
        nextCheckNanos = new AtomicLong(nanoTime.getAsLong() + intervalNanos);
    }

    /** Records the current state of the files. Must be called before each time they are read. */
    void recordFileStates() {
        recorded = fileStates();
    }

    /**
     * Reloads if a check is due and a file has changed. A failure is logged; the next attempt is made when a file
     * changes again.
     *
     * @param reload reads the files
     */
    void reloadIfChanged(Runnable reload) {
        if (intervalNanos == 0 || !isCheckDue() || fileStates().equals(recorded)) {
            return;
        }
        try {
            reload.run();
            LOG.debug("reloaded the certificates in {}", files);
        } catch (IllegalArgumentException e) {
            LOG.warn("cannot load the changed certificates, the old ones stay in use: {}", e.getMessage());
        }
    }

    private boolean isCheckDue() {
        long now = nanoTime.getAsLong();
        long due = nextCheckNanos.get();
        return now - due >= 0 && nextCheckNanos.compareAndSet(due, now + intervalNanos);
    }

    private List<FileState> fileStates() {
        return files.stream().map(FileState::of).toList();
    }
}
