package io.grizzlythrift.client.discovery;

import io.grizzlythrift.discovery.EndpointAddress;
import io.grizzlythrift.strategy.internal.util.Bounds;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * Reads servers from a text file at regular intervals, so that changes take effect while clients run. One server per
 * line, in UTF-8:
 *
 * <pre>
 *   # host:port, then any of weight=, zone= and further properties, separated by spaces
 *   10.0.0.7:9090
 *   10.0.0.8:9090 weight=2 zone=a build=17
 *   [2001:db8::9]:9090 zone=b
 * </pre>
 *
 * <p>If the file is missing, is larger than {@value #MAX_BYTES} bytes, or has an invalid line, the answer fails, and
 * the servers read before stay in use. The message names the invalid line and the value. If the last line has no line
 * end, the file may be half-written: then the answer fails, too, until two reads in a row find the same text. To
 * prevent clients from reading half of the lines, write another file and rename it.
 *
 * <p>The file is polled, not watched: the operating system reports no changes of files on other machines, nor of the
 * links with which Kubernetes replaces mounted files. Reading a small file once a second costs microseconds. Immutable.
 */
public final class FileResolver implements Resolver {
    /** The maximum size of the file: {@value} bytes. */
    public static final int MAX_BYTES = 1 << 20;

    private final Path file;
    private final Duration interval;

    private FileResolver(Path file, Duration interval) {
        this.file = file;
        this.interval = interval;
    }

    /**
     * Creates a resolver of the servers in a file.
     *
     * @param file need not exist yet
     * @return a resolver that reads the file once a second
     */
    public static FileResolver of(Path file) {
        Objects.requireNonNull(file, "file");
        return new FileResolver(file, Duration.ofMillis(PollingResolver.DEFAULT_MIN_INTERVAL_MILLIS));
    }

    /**
     * Returns this resolver with another time between two reads. Default: 1 second.
     *
     * @param time 10 milliseconds to one hour
     * @return a new resolver
     * @throws IllegalArgumentException if out of bounds
     */
    public FileResolver withInterval(Duration time) {
        return new FileResolver(
                file, Bounds.requireBetween("interval", time, Duration.ofMillis(10), Duration.ofHours(1)));
    }

    /** Reads the file for one client, and keeps the last text. Used only on the thread of the resolver. */
    private static final class Reads {
        private final Path file;
        private String last = "";

        Reads(Path file) {
            this.file = file;
        }

        List<EndpointAddress> next() throws IOException {
            String text = read(file);
            boolean isComplete = text.isEmpty() || text.endsWith("\n") || text.equals(last);
            last = text;
            if (!isComplete) {
                throw new IOException(
                        "the last line has no line end, so the file may be half-written; it is used when two "
                                + "reads in a row find the same");
            }
            return ServerListFormat.read(text);
        }
    }

    private static String read(Path file) throws IOException {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MAX_BYTES + 1);
        } catch (NoSuchFileException e) {
            throw new IOException("there is no file " + file, e);
        }
        if (bytes.length > MAX_BYTES) {
            throw new IOException(file + " has more than " + MAX_BYTES + " bytes");
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IOException(file + " is not in UTF-8", e);
        }
    }

    @Override
    public Resolution start(Listener listener) {
        Reads reads = new Reads(file.toAbsolutePath());
        return PollingResolver.of(
                        "file " + file.getFileName(), () -> new PollingResolver.Answer(reads.next(), interval))
                .withIntervals(interval, interval)
                .start(listener);
    }

    /** {@return the file} */
    @Override
    public String toString() {
        return "file " + file;
    }
}
