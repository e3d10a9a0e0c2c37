package io.grizzlythrift.site;

import static java.util.stream.Collectors.toCollection;
import static org.testng.Assert.assertEquals;

import com.example.greeter.gen.Greeter;
import io.grizzlythrift.call.ServerCallOutcome;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.metrics.ClientCounters;
import io.grizzlythrift.client.metrics.EndpointMetrics;
import io.grizzlythrift.client.metrics.ThriftClientMXBean;
import io.grizzlythrift.client.micrometer.ThriftClientCallTimer;
import io.grizzlythrift.client.micrometer.ThriftClientMetricsBinder;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.memory.MemoryPart;
import io.grizzlythrift.metrics.ServerCounters;
import io.grizzlythrift.metrics.ThriftServerMXBean;
import io.grizzlythrift.micrometer.ThriftServerCallTimer;
import io.grizzlythrift.micrometer.ThriftServerMetricsBinder;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.strategy.AdaptiveStrategy;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.thrift.TException;
import org.jsoup.nodes.Element;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** The page of metrics and log lines names what the code has, all of it and nothing else. */
public final class ReferenceTest {
    private static final String TEXT = "\"(?:[^\"\\\\]|\\\\.)*\"";
    private static final Pattern LOGGED =
            Pattern.compile("(?:LOG|logger)\\s*\\.(?:(info|warn|error)|atLevel\\(\\w+\\)\\s*\\.log)\\(\\s*(" + TEXT
                    + "(?:\\s*\\+\\s*" + TEXT + ")*)");
    private static final Pattern FAILURE_LOG =
            Pattern.compile("new FailureLog\\(LoggerFactory\\.getLogger\\([^)]*\\),\\s*(" + TEXT + ")\\)");
    private static final Pattern JOINT = Pattern.compile("\"\\s*\\+\\s*\"");

    /** What is logged by {@code FailureLog} stands where one is made. */
    private static final String ONLY_VALUES = "ERROR ……";

    @DataProvider
    Object[][] tables() throws TException {
        return new Object[][] {
            {"server-counters", methods(ServerCounters.class)},
            {"jmx-of-a-server", attributes(ThriftServerMXBean.class)},
            {"jmx-of-a-client", attributes(ThriftClientMXBean.class)},
            {"limits", constants(LimitType.class)},
            {"outcomes", constants(ServerCallOutcome.Kind.class)},
            {"parts-of-memory", constants(MemoryPart.class)},
            {"micrometer", meters("thrift.server.")},
            {"micrometer-of-a-client", meters("thrift.client.")},
            {"client-counters", methods(ClientCounters.class)},
            {"endpoints-of-a-client", components(EndpointMetrics.class)},
            {"failures-of-a-call", constants(FailureCause.class)},
        };
    }

    @Test(dataProvider = "tables")
    public void namesAllAndNoOther(String section, Set<String> inTheCode) throws IOException {
        List<String> onThePage = rows(section).stream()
                .map(row -> row.selectFirst("td").text())
                .sorted()
                .toList();
        assertEquals(onThePage, List.copyOf(inTheCode), "on the page " + onThePage + "; in the code " + inTheCode);
    }

    @Test
    public void hasEveryLineOfTheLog() throws IOException {
        Set<String> onThePage = rows("log-lines").stream()
                .map(row -> row.child(0).text() + " " + row.child(1).text())
                .collect(toCollection(TreeSet::new));
        Set<String> onlyInTheCode = logged();
        onlyInTheCode.removeAll(onThePage);
        onThePage.removeAll(logged());
        assertEquals(
                List.of(List.copyOf(onThePage), List.copyOf(onlyInTheCode)),
                List.of(List.of(), List.of()),
                "only on the page " + onThePage + "; only in the code " + onlyInTheCode);
    }

    private static List<Element> rows(String section) throws IOException {
        Element heading = Pages.html("reference").selectFirst("h2#" + section);
        for (Element next = heading.nextElementSibling(); next != null; next = next.nextElementSibling()) {
            if (next.is("table")) {
                return next.select("tbody tr");
            }
        }
        throw new AssertionError("no table below " + section);
    }

    private static Set<String> methods(Class<?> type) {
        return Arrays.stream(type.getMethods()).map(Method::getName).collect(toCollection(TreeSet::new));
    }

    private static Set<String> attributes(Class<?> type) {
        return methods(type).stream()
                .map(name -> name.replaceFirst("^(get|is)", ""))
                .collect(toCollection(TreeSet::new));
    }

    private static Set<String> constants(Class<? extends Enum<?>> type) {
        return Arrays.stream(type.getEnumConstants()).map(Enum::name).collect(toCollection(TreeSet::new));
    }

    private static Set<String> components(Class<? extends Record> type) {
        return Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getName)
                .collect(toCollection(TreeSet::new));
    }

    /** All that the binders and timers of both sides register, once a call was made. */
    private static Set<String> meters(String prefix) throws TException {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (ThriftServer server = ThriftServer.builder()
                        .listen("127.0.0.1", 0)
                        .processor(new Greeter.Processor<>((Greeter.Iface) name -> name))
                        .interceptor(new ThriftServerCallTimer(registry))
                        .strategy(AdaptiveStrategy.create()) // which has meters of its own
                        .build()
                        .start();
                ThriftClient client = ThriftClient.builder()
                        .endpoint("127.0.0.1", server.port())
                        .interceptor(new ThriftClientCallTimer(registry))
                        .build()) {
            new ThriftServerMetricsBinder(server).bindTo(registry);
            new ThriftClientMetricsBinder(client).bindTo(registry);
            client.stub(Greeter.Iface.class).greet("a");
            server.shutdown(Duration.ofMinutes(1)); // the timer of the server has seen the call by then
            return registry.getMeters().stream()
                    .map(meter -> meter.getId().getName())
                    .filter(name -> name.startsWith(prefix))
                    .collect(toCollection(TreeSet::new));
        }
    }

    private static Set<String> logged() throws IOException {
        Set<String> lines = new TreeSet<>();
        for (String module : List.of("strategies", "grizzly-thrift-core", "grizzly-thrift-client")) {
            try (Stream<Path> files = Files.walk(Path.of("..", module, "src/main/java"))) {
                for (Path file :
                        files.filter(file -> file.toString().endsWith(".java")).toList()) {
                    String code = Files.readString(file);
                    for (MatchResult line : LOGGED.matcher(code).results().toList()) {
                        lines.add(level(line.group(1)) + " " + shown(line.group(2)));
                    }
                    for (MatchResult line : FAILURE_LOG.matcher(code).results().toList()) {
                        lines.add("ERROR " + shown(line.group(1)) + "…");
                    }
                }
            }
        }
        lines.remove(ONLY_VALUES);
        return lines;
    }

    /** A line whose level depends on the case is named with the highest: so far that is always a warning. */
    private static String level(String method) {
        return method == null ? "WARN" : method.toUpperCase(Locale.ROOT);
    }

    private static String shown(String text) {
        String whole = JOINT.matcher(text).replaceAll("");
        return whole.substring(1, whole.length() - 1).replace("{}", "…").replace("\\\"", "\"");
    }
}
