package io.grizzlythrift.site;

import static java.util.stream.Collectors.toCollection;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import com.example.greeter.gen.Greeter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.micrometer.ThriftClientCallTimer;
import io.grizzlythrift.client.micrometer.ThriftClientMetricsBinder;
import io.grizzlythrift.micrometer.ThriftServerCallTimer;
import io.grizzlythrift.micrometer.ThriftServerMetricsBinder;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.strategy.AdaptiveStrategy;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.thrift.TException;
import org.testng.SkipException;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** The dashboard and the alert rules name meters, tags and values that a server and a client really have. */
@Test(timeOut = 60_000)
public final class MonitoringTest {
    private static final Path FOLDER = Path.of("src/pages/monitoring");
    private static final Pattern METRIC = Pattern.compile("\\bthrift_\\w+");
    private static final Pattern SELECTOR = Pattern.compile("(thrift_\\w+)\\{([^}]*)\\}");
    private static final Pattern MATCHER = Pattern.compile("(\\w+)(=~|!=|=)\"([^\"]*)\"");
    private static final Pattern GROUPING = Pattern.compile("\\b(?:by|on) \\(([^)]*)\\)");
    private static final Pattern EXPRESSION = Pattern.compile("(?m)^ +expr: (?:>-\\n((?: {10,}.*\\n)+)|(.*)\\n)");
    private static final Pattern LABEL = Pattern.compile("\\$labels\\.(\\w+)");

    private List<Meter> meters;
    private String scraped;

    @BeforeClass
    void scrape() throws TException {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (ThriftServer server = ThriftServer.builder()
                        .name("watched")
                        .listen("127.0.0.1", 0)
                        .processor(new Greeter.Processor<>((Greeter.Iface) name -> name))
                        .interceptor(new ThriftServerCallTimer(registry, Timer.Builder::publishPercentileHistogram))
                        .strategy(AdaptiveStrategy.create())
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
            scraped = registry.scrape();
            meters = registry.getMeters();
        }
    }

    @Test
    public void everyMeterHasADescription() {
        assertEquals(
                meters.stream()
                        .map(Meter::getId)
                        .filter(id -> Optional.ofNullable(id.getDescription())
                                .orElse("")
                                .isBlank())
                        .map(Meter.Id::getName)
                        .collect(toCollection(TreeSet::new)),
                Set.of());
    }

    /** Two servers may share a registry. */
    @Test
    public void everyMeterOfAServerHasItsName() {
        assertEquals(
                meters.stream()
                        .map(Meter::getId)
                        .filter(id -> id.getName().startsWith("thrift.server."))
                        .filter(id -> !"watched".equals(id.getTag("server")))
                        .map(Meter.Id::getName)
                        .collect(toCollection(TreeSet::new)),
                Set.of());
    }

    @Test
    public void theDashboardNamesWhatThereIs() throws IOException {
        JsonNode dashboard = new ObjectMapper()
                .readTree(FOLDER.resolve("grafana-dashboard.json").toFile());
        List<String> expressions = new ArrayList<>();
        Set<Integer> ids = new TreeSet<>();
        for (JsonNode panel : dashboard.path("panels")) {
            assertTrue(ids.add(panel.path("id").asInt()), "two panels have the id " + panel.path("id"));
            assertFalse(panel.path("title").asText().isBlank());
            panel.path("targets")
                    .forEach(target -> expressions.add(target.path("expr").asText()));
        }
        assertTrue(expressions.size() > 20, "only " + expressions.size());
        for (JsonNode variable : dashboard.at("/templating/list")) {
            String query = variable.at("/query/query").asText();
            if (!query.isEmpty()) {
                assertLabel(
                        query.replaceAll(".*\\((\\w+), \\w+\\)", "$1"),
                        variable.path("name").asText(),
                        query);
            }
        }
        expressions.forEach(this::check);
    }

    @Test
    public void theAlertsNameWhatThereIs() throws IOException {
        String rules = Files.readString(FOLDER.resolve("prometheus-alerts.yml"));
        List<MatchResult> found = EXPRESSION.matcher(rules).results().toList();
        assertEquals(found.size(), rules.split("- alert: ", -1).length - 1, "an expression for each alert");
        for (MatchResult each : found) {
            check(each.group(1) == null ? each.group(2) : each.group(1));
        }
        for (String alert : rules.split("- alert: ", -1)) {
            for (MatchResult label : LABEL.matcher(alert).results().toList()) {
                assertTrue(
                        Pattern.compile("by \\([^)]*\\b" + label.group(1) + "\\b")
                                .matcher(alert)
                                .find(),
                        "no " + label.group() + " in " + alert);
            }
        }
    }

    /** Skipped where promtool is not installed. */
    @Test
    public void promtoolAcceptsTheAlerts() throws Exception {
        Process process;
        try {
            process = new ProcessBuilder(
                            promtool(),
                            "check",
                            "rules",
                            FOLDER.resolve("prometheus-alerts.yml").toString())
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            throw new SkipException("no promtool; .ci/peers promtool installs it", e);
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(process.waitFor(), 0, output);
    }

    private static String promtool() {
        Path installed = Path.of("../.peers/promtool");
        return Files.isExecutable(installed) ? installed.toString() : "promtool";
    }

    private void check(String expression) {
        List<String> named =
                METRIC.matcher(expression).results().map(MatchResult::group).toList();
        assertFalse(named.isEmpty(), expression);
        named.forEach(metric ->
                assertTrue(lines(metric).findAny().isPresent(), "no " + metric + " is scraped, for " + expression));
        for (MatchResult grouping : GROUPING.matcher(expression).results().toList()) {
            for (String label : grouping.group(1).split(", ", -1)) {
                assertTrue(
                        label.equals("le") || named.stream().anyMatch(metric -> hasLabel(metric, label)),
                        "no label " + label + " for " + expression);
            }
        }
        Matcher selector = SELECTOR.matcher(expression);
        while (selector.find()) {
            for (MatchResult matcher :
                    MATCHER.matcher(selector.group(2)).results().toList()) {
                assertLabel(selector.group(1), matcher.group(1), expression);
                if (!matcher.group(3).startsWith("$")) {
                    for (String value : matcher.group(3).split("\\|", -1)) {
                        assertTrue(
                                lines(selector.group(1))
                                        .anyMatch(line -> line.contains(matcher.group(1) + "=\"" + value + "\"")),
                                "no " + matcher.group(1) + " is " + value + ", for " + expression);
                    }
                }
            }
        }
    }

    private void assertLabel(String metric, String label, String expression) {
        assertTrue(hasLabel(metric, label), "no label " + label + " of " + metric + ", for " + expression);
    }

    private boolean hasLabel(String metric, String label) {
        return lines(metric).anyMatch(line -> line.matches(".*[{,]" + label + "=\".*"));
    }

    private Stream<String> lines(String metric) {
        return scraped.lines().filter(line -> line.startsWith(metric + "{") || line.startsWith(metric + " "));
    }
}
