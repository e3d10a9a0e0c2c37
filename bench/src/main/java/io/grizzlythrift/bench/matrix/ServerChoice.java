package io.grizzlythrift.bench.matrix;

import io.grizzlythrift.bench.drift.DriftJava;
import io.grizzlythrift.bench.server.ServerOption;
import io.grizzlythrift.bench.server.Servers;
import io.grizzlythrift.bench.service.WireProtocol;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A server of a preset.
 *
 * @param label name in tables, such as {@code grizzly same-thread}
 * @param server name of the server
 * @param more other options of the command serve
 */
record ServerChoice(String label, String server, List<String> more) {
    private static final String STRATEGY = "--strategy=";
    /** For two cores. */
    private static final int IO_THREADS = 2;
    /** Enough that two of them may block on two cores. */
    private static final int WORKER_THREADS = 4;

    static final ServerChoice SIMPLE = of("simple");
    static final ServerChoice THREAD_POOL = of("thread-pool").named("thread-pool (thread per connection)");
    static final ServerChoice NONBLOCKING = of("nonblocking");
    static final ServerChoice HSHA = of("hsha");
    static final ServerChoice THREADED_SELECTOR = of("threaded-selector");
    /** With as many threads as its maintainers would give it for handlers that return at once: none for calls. */
    static final ServerChoice THREADED_SELECTOR_ALONE =
            THREADED_SELECTOR.with(ServerOption.WORKER_THREADS, 0).named("threaded-selector (no workers)");

    static final ServerChoice NETTY = of("netty");
    static final ServerChoice NETTY_POOL = of("netty-pool");
    static final ServerChoice NETTY_EPOLL = of("netty-epoll");
    static final ServerChoice NETTY_URING = of("netty-uring");
    static final ServerChoice CPP_NONBLOCKING = of("cpp-nonblocking");
    static final ServerChoice GRPC = of("grpc");
    static final ServerChoice DRIFT = of(DriftJava.NAME);
    static final ServerChoice SAME_THREAD = grizzly("same-thread");
    static final ServerChoice WORKER_THREAD = grizzly("worker-thread");
    static final ServerChoice LEADER_FOLLOWER = grizzly("leader-follower");
    static final ServerChoice ADAPTIVE = grizzly("adaptive");

    /** The server that the strategies are compared with first. */
    static final ServerChoice REFERENCE = THREADED_SELECTOR;

    /** All servers that serve several connections at a time. The first is the one that the others are compared with. */
    static final List<ServerChoice> CONCURRENT = List.of(
            THREADED_SELECTOR,
            THREADED_SELECTOR_ALONE,
            THREAD_POOL,
            NONBLOCKING,
            HSHA,
            NETTY,
            NETTY_POOL,
            NETTY_EPOLL,
            NETTY_URING,
            SAME_THREAD,
            WORKER_THREAD,
            LEADER_FOLLOWER,
            ADAPTIVE);

    /** The best of each kind, for presets of many loads. */
    static final List<ServerChoice> FEW = List.of(
            THREADED_SELECTOR,
            THREADED_SELECTOR_ALONE,
            NETTY_POOL,
            NETTY_EPOLL,
            NETTY_URING,
            SAME_THREAD,
            WORKER_THREAD,
            ADAPTIVE);

    /** The same, and the C++ server where it is built. */
    static final List<ServerChoice> FEW_AND_CPP =
            Stream.concat(FEW.stream(), Stream.of(CPP_NONBLOCKING)).toList();

    /** {@return all servers, including {@code simple}, which serves one connection at a time} */
    static List<ServerChoice> all() {
        List<ServerChoice> all = new ArrayList<>(CONCURRENT);
        all.add(1, SIMPLE);
        return all;
    }

    ServerChoice {
        more = List.copyOf(more);
    }

    private static ServerChoice of(String name) {
        return new ServerChoice(name, name, List.of()).withUsualThreads();
    }

    private static ServerChoice grizzly(String strategy) {
        return new ServerChoice("grizzly " + strategy, "grizzly", List.of(STRATEGY + strategy)).withUsualThreads();
    }

    private ServerChoice withUsualThreads() {
        return with(ServerOption.IO_THREADS, IO_THREADS).with(ServerOption.WORKER_THREADS, WORKER_THREADS);
    }

    /** Returns the same server with another value of an option, or this one if the option has no effect on it. */
    ServerChoice with(ServerOption option, Object value) {
        return uses(option) ? with("--" + option + "=" + value) : this;
    }

    private boolean uses(ServerOption option) {
        String strategy = more.stream()
                .filter(given -> given.startsWith(STRATEGY))
                .findFirst()
                .map(given -> given.substring(STRATEGY.length()))
                .orElse("");
        return Servers.options(server, strategy).contains(option);
    }

    /** Returns the same server under another name. */
    private ServerChoice named(String name) {
        return new ServerChoice(name, server, more);
    }

    /** Returns the same server under another name, with replies sent as calls complete. */
    ServerChoice asCompleted() {
        return named(label + ", as completed").with("--reply-order=completed");
    }

    /** Returns the same server with one more option, which replaces an option of the same name. */
    ServerChoice with(String option) {
        String name = option.substring(0, option.indexOf('=') + 1);
        List<String> changed = new ArrayList<>(more);
        changed.removeIf(given -> given.startsWith(name));
        changed.add(option);
        return new ServerChoice(label, server, changed);
    }

    /** Returns the same server with other numbers of threads, as far as it has such threads in its preset. */
    ServerChoice with(ThreadCounts threads) {
        ServerChoice changed = this;
        for (Map.Entry<ServerOption, Integer> option : threads.options().entrySet()) {
            if (!more.contains("--" + option.getKey() + "=0")) {
                changed = changed.with(option.getKey(), option.getValue());
            }
        }
        return changed;
    }

    /** Returns the same server with additional options, none of which it has already. */
    ServerChoice with(List<String> options) {
        List<String> all = new ArrayList<>(more);
        all.addAll(options);
        return new ServerChoice(label, server, all);
    }

    /** {@return the reason why the server cannot run on this machine; empty if it can} */
    Optional<String> obstacle() {
        return Servers.obstacle(server);
    }

    /** {@return all names by which a user can refer to it: the server, its strategy, or both} */
    List<String> names() {
        String strategy = label.replaceFirst("^grizzly ", "");
        return Stream.of(server, strategy, label).distinct().toList();
    }

    /** {@return the options of {@code serve}} */
    List<String> options() {
        List<String> all = new ArrayList<>(List.of("--server=" + server));
        all.addAll(more);
        return all;
    }

    /** {@return the options of {@code serve}, for calls in an encoding} */
    List<String> options(WireProtocol protocol) {
        return with(ServerOption.PROTOCOL, protocol).options();
    }
}
