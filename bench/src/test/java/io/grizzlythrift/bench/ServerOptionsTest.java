package io.grizzlythrift.bench;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.bench.option.NamedValueConverter;
import io.grizzlythrift.bench.server.ServerOption;
import io.grizzlythrift.bench.server.Servers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** The options of {@code serve} that have an effect on each server; any other option is an error. */
public final class ServerOptionsTest {
    /** Options that have an effect on every server, or are not about the server. */
    private static final Set<String> OF_ALL = Set.of("server", "port", "max-frame", "until-stdin-closes", "help");

    private static final List<String> ANY_PROCESSOR =
            List.of("host", "protocol", "service", "service-jar", "handler", "delay", "delay-every");

    /** A valid value of each option. */
    private static final Map<String, String> VALUES = Map.ofEntries(
            Map.entry("host", "127.0.0.1"),
            Map.entry("protocol", "binary"),
            Map.entry("service", "bench"),
            Map.entry("service-jar", "acme.jar"),
            Map.entry("handler", "com.acme.Handler"),
            Map.entry("delay", "1s"),
            Map.entry("delay-every", "2"),
            Map.entry("io-threads", "1"),
            Map.entry("worker-threads", "3"),
            Map.entry("strategy", "worker-thread"),
            Map.entry("reply-order", "request"),
            Map.entry("dialect", "framed"),
            Map.entry("interceptors", "0"));

    /** Each server, as options of serve, with the options that have an effect on it. */
    private static final Map<String, List<String>> USED = Map.ofEntries(
            Map.entry("simple", ANY_PROCESSOR),
            Map.entry("thread-pool", ANY_PROCESSOR),
            Map.entry("nonblocking", ANY_PROCESSOR),
            Map.entry("hsha", plus(ANY_PROCESSOR, "worker-threads")),
            Map.entry("threaded-selector", plus(ANY_PROCESSOR, "io-threads", "worker-threads")),
            Map.entry("netty", plus(ANY_PROCESSOR, "io-threads")),
            Map.entry("netty-epoll", plus(ANY_PROCESSOR, "io-threads")),
            Map.entry("netty-uring", plus(ANY_PROCESSOR, "io-threads")),
            Map.entry("netty-pool", plus(ANY_PROCESSOR, "io-threads", "worker-threads")),
            Map.entry("netty-plain", plus(ANY_PROCESSOR, "io-threads")),
            Map.entry("netty-plain-pool", plus(ANY_PROCESSOR, "io-threads", "worker-threads")),
            Map.entry("grizzly", List.copyOf(VALUES.keySet())),
            Map.entry("cpp-nonblocking", List.of("protocol", "io-threads")),
            Map.entry("grpc", List.of("host", "io-threads")),
            Map.entry("drift", List.of("host", "io-threads")));

    @DataProvider
    static Object[][] servers() {
        return Servers.names().stream().map(name -> new Object[] {name}).toArray(Object[][]::new);
    }

    /** Each option without effect is rejected, even with the default value; the error names option and server. */
    @Test(dataProvider = "servers")
    public void rejectsOptionsWithoutEffect(String server) {
        Set<String> unused = new TreeSet<>(VALUES.keySet());
        unused.removeAll(USED.get(server));
        for (String option : unused) {
            String given = "--" + option + "=" + VALUES.get(option);
            IllegalArgumentException refused = expectThrows(
                    IllegalArgumentException.class, () -> ServeCommand.check(List.of("--server=" + server, given)));
            assertEquals(
                    refused.getMessage(),
                    "serve: --" + option + " is " + VALUES.get(option)
                            + ", must be left out: it has no effect with --server " + server);
        }
    }

    @Test(dataProvider = "servers")
    public void acceptsTheOthers(String server) {
        for (String option : USED.get(server)) {
            ServeCommand.check(List.of("--server=" + server, "--" + option + "=" + VALUES.get(option)));
        }
    }

    /** A strategy without worker threads. */
    @Test(timeOut = 60_000)
    public void effectsDependOnTheStrategy() {
        CommandRun.of("serve --server grizzly --strategy same-thread --worker-threads 4")
                .assertRefused("--worker-threads is 4, must be left out: it has no effect with --server grizzly"
                        + " --strategy same-thread");
    }

    /** A new option of serve is either one that some servers have no use for, or one of all servers. */
    @Test
    public void everyOptionIsKnown() {
        Set<String> all = Bench.commandLine().getSubcommands().get("serve").getCommandSpec().options().stream()
                .map(option -> option.longestName().substring(2))
                .collect(Collectors.toSet());
        Set<String> known = new LinkedHashSet<>(OF_ALL);
        known.addAll(NamedValueConverter.spelled(ServerOption.values()));
        assertEquals(all, known);
        known.removeAll(OF_ALL);
        assertEquals(VALUES.keySet(), known);
    }

    /** Options of servers are checked before any process is started. */
    @Test(timeOut = 60_000)
    public void compareRejectsThem() {
        for (String sides : List.of(
                "--a=--server=netty --b=--server=netty|--strategy=same-thread",
                "--a=--server=netty|--strategy=same-thread --b=--server=netty",
                "--server=--server=netty|--strategy=same-thread --a=--client=raw --b=--client=tasync")) {
            List<String> words = new ArrayList<>(List.of("compare"));
            Arrays.stream(sides.split(" ")).map(word -> word.replace('|', ' ')).forEach(words::add);
            CommandRun run = CommandRun.of(words);
            run.assertRefused("--strategy is same-thread, must be left out: it has no effect with --server netty");
            assertTrue(run.out().isEmpty(), run.out());
        }
    }

    private static List<String> plus(List<String> some, String... more) {
        return Stream.concat(some.stream(), Stream.of(more)).toList();
    }
}
