package io.grizzlythrift.server;

import io.grizzlythrift.discovery.AdvertisedAddress;
import io.grizzlythrift.discovery.Announcer;
import io.grizzlythrift.discovery.EndpointAddress;
import io.grizzlythrift.internal.metrics.CounterRecorder;
import io.grizzlythrift.strategy.internal.util.LogLimiter;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The announcements of a server: made once it listens, withdrawn before it drains. An announcer that throws does not
 * harm the server: the exception is logged, and counted as a failed announcement.
 *
 * <p>Thread-safe: used by the thread that starts or stops the server; listeners are called by any thread.
 */
final class Announcements {
    private static final Logger LOG = LoggerFactory.getLogger(ThriftServer.class);

    /** The longest time by which withdrawing may delay a drain. */
    static final Duration MAX_WITHDRAWAL = Duration.ofSeconds(5);

    /** An announcer, and the addresses it announces; if none are given, those that the server listens on. */
    record Target(Announcer announcer, AdvertisedAddress advertised, List<EndpointAddress> addresses) {
        List<EndpointAddress> addresses(List<InetSocketAddress> bound) {
            return addresses.isEmpty() ? bound.stream().map(advertised::of).toList() : addresses;
        }

        /** Checks what is known before a server starts. A port that the operating system chooses is not. */
        void check(List<InetSocketAddress> requested) {
            for (InetSocketAddress address : requested) {
                if (addresses.isEmpty() && !advertised.hasHost() && AdvertisedAddress.isWildcard(address)) {
                    throw new IllegalStateException("announce cannot tell clients to connect to "
                            + address.getHostString() + ", which stands for all addresses of this machine: use "
                            + "AdvertisedAddress.withHost, or listen on one address");
                }
            }
        }

        @Override
        public String toString() {
            return announcer + (addresses.isEmpty() ? " " + advertised : " " + addresses);
        }
    }

    private final String serverName;
    private final List<Target> targets;
    private final CounterRecorder counters;
    private final List<Announcer.Announcement> made = new ArrayList<>();

    Announcements(String serverName, List<Target> targets, CounterRecorder counters) {
        this.serverName = serverName;
        this.targets = targets;
        this.counters = counters;
    }

    /** Announces a server that listens on these addresses. */
    void begin(List<InetSocketAddress> bound) {
        for (Target target : targets) {
            for (EndpointAddress address : target.addresses(bound)) {
                Listener listener = new Listener(address, target.announcer());
                try {
                    made.add(target.announcer().announce(address, listener));
                } catch (RuntimeException e) {
                    listener.failed(e);
                }
            }
        }
    }

    /**
     * Starts to withdraw every announcement, each on its own thread, because that may take seconds.
     *
     * @return completes when every announcement is withdrawn
     */
    CompletableFuture<Void> end() {
        List<CompletableFuture<Void>> ends = new ArrayList<>();
        for (Announcer.Announcement announcement : made) {
            CompletableFuture<Void> end = new CompletableFuture<>();
            Thread thread = new Thread(() -> end(announcement, end), serverName + "-withdrawal");
            thread.setDaemon(true);
            thread.start();
            ends.add(end);
        }
        return CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new));
    }

    private void end(Announcer.Announcement announcement, CompletableFuture<Void> end) {
        try {
            announcement.close();
        } catch (RuntimeException e) {
            LOG.warn("server '{}' could not be withdrawn", serverName, e);
        } finally {
            end.complete(null);
        }
    }

    /** Counts and logs whether one announcement succeeds or fails. */
    private final class Listener implements Announcer.Listener {
        private final EndpointAddress address;
        private final Announcer announcer;
        private final LogLimiter failureLog = new LogLimiter(System::nanoTime);

        Listener(EndpointAddress address, Announcer announcer) {
            this.address = address;
            this.announcer = announcer;
        }

        @Override
        public void announced() {
            counters.countAnnounced();
            LOG.info("server '{}' is announced as {} by {}", serverName, address.name(), announcer);
        }

        @Override
        public void failed(Throwable cause) {
            counters.countFailedAnnouncement();
            failureLog.log(suppressed -> LOG.warn(
                    "server '{}' cannot be announced as {} by {}: {}{}",
                    serverName,
                    address.name(),
                    announcer,
                    cause.toString(),
                    LogLimiter.suffix(suppressed)));
        }
    }
}
