package io.grizzlythrift.inspect.json;

import io.grizzlythrift.inspect.ClientSnapshot;
import io.grizzlythrift.inspect.ServerSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes a snapshot of a server each time that it is asked, and returns it as JSON with the rates and percentiles of the last
 * seconds: it compares each snapshot with one that is at least a second older, and not older than a minute. Thread-safe; everyone who
 * looks may share it.
 */
public final class LiveJson implements Supplier<byte[]> {
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofMinutes(1);

    private final Supplier<ServerSnapshot> server;
    private final Supplier<List<ClientSnapshot>> clients;

    /** The last snapshot with which others are or will be compared, and the one before. Guarded by this. */
    private @Nullable ServerSnapshot last;

    private @Nullable ServerSnapshot before;

    /**
     * Creates an object that has no earlier snapshot.
     *
     * @param server takes a snapshot of the server
     * @param clients takes snapshots of clients of the same process
     */
    public LiveJson(Supplier<ServerSnapshot> server, Supplier<List<ClientSnapshot>> clients) {
        this.server = Objects.requireNonNull(server, "server");
        this.clients = Objects.requireNonNull(clients, "clients");
    }

    /** {@return a snapshot that is taken now, as {@link SnapshotJson} describes it} */
    @Override
    public byte[] get() {
        ServerSnapshot now = server.get();
        return SnapshotJson.of(now, earlier(now), clients.get());
    }

    /** Returns the snapshot with which to compare one, and remembers that for later ones. */
    private synchronized Optional<ServerSnapshot> earlier(ServerSnapshot now) {
        if (last == null || age(last, now).compareTo(SHORTEST) >= 0) {
            before = last;
            last = now;
        }
        ServerSnapshot compared = before;
        return compared == null
                        || age(compared, now).compareTo(LONGEST) > 0
                        || age(compared, now).isNegative()
                ? Optional.empty()
                : Optional.of(compared);
    }

    private static Duration age(ServerSnapshot of, ServerSnapshot now) {
        return now.uptime().minus(of.uptime());
    }
}
