package io.grizzlythrift.samples.fleet;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Tests that the manifests for Kubernetes fit each other and the code. There is no cluster here. */
public class KubernetesTest {
    private static final Path FOLDER = Path.of("src/main/kubernetes");
    private static final Set<String> HEALTH = Set.of("/health/ready", "/health/live");

    private final List<Map<String, Object>> manifests = new ArrayList<>();

    @BeforeClass
    void read() throws IOException {
        LoaderOptions strict = new LoaderOptions();
        strict.setAllowDuplicateKeys(false);
        Yaml yaml = new Yaml(new SafeConstructor(strict));
        try (Stream<Path> files = Files.list(FOLDER)) {
            for (Path file : files.sorted().toList()) {
                try (Reader in = Files.newBufferedReader(file)) {
                    yaml.loadAll(in).forEach(manifest -> manifests.add(map(manifest)));
                }
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked")
    private static List<Object> list(Object value) {
        return value == null ? List.of() : (List<Object>) value;
    }

    /** Walks down maps. */
    private static Object at(Object value, String... names) {
        Object found = value;
        for (String name : names) {
            found = found == null ? null : map(found).get(name);
        }
        return found;
    }

    private static String nameOf(Object manifest) {
        return at(manifest, "kind") + " " + at(manifest, "metadata", "name");
    }

    private Map<String, Object> manifest(String kind, String name) {
        return manifests.stream()
                .filter(manifest -> nameOf(manifest).equals(kind + " " + name))
                .findFirst()
                .orElseThrow();
    }

    private List<Map<String, Object>> ofKind(String kind) {
        return manifests.stream()
                .filter(manifest -> manifest.get("kind").equals(kind))
                .toList();
    }

    private static Map<String, Object> container(Map<String, Object> workload) {
        List<Object> containers = list(at(workload, "spec", "template", "spec", "containers"));
        assertEquals(containers.size(), 1, nameOf(workload));
        return map(containers.get(0));
    }

    private static Map<String, String> environment(Map<String, Object> container) {
        Map<String, String> values = new HashMap<>();
        list(container.get("env"))
                .forEach(variable -> values.put(
                        (String) at(variable, "name"), at(variable, "value").toString()));
        return values;
    }

    private static Map<Object, Object> ports(Map<String, Object> container) {
        Map<Object, Object> ports = new HashMap<>();
        list(container.get("ports")).forEach(port -> ports.put(at(port, "name"), at(port, "containerPort")));
        return ports;
    }

    @Test
    void allAreThere() {
        assertEquals(
                new TreeSet<>(manifests.stream().map(KubernetesTest::nameOf).toList()),
                new TreeSet<>(Set.of(
                        "Service mapkeeper",
                        "Deployment mapkeeper",
                        "PodDisruptionBudget mapkeeper",
                        "Service store",
                        "Deployment store",
                        "Job load")));
    }

    /** DNS must answer with the pods, not with one address for all. */
    @Test
    void servicesAreHeadlessAndSelectPods() {
        for (Map<String, Object> service : ofKind("Service")) {
            String name = (String) at(service, "metadata", "name");
            assertEquals(at(service, "spec", "clusterIP"), "None", name);
            Map<String, Object> deployment = manifest("Deployment", name);
            Object labels = at(deployment, "spec", "template", "metadata", "labels");
            assertEquals(at(service, "spec", "selector"), labels);
            assertEquals(at(deployment, "spec", "selector", "matchLabels"), labels);
            Map<Object, Object> ports = ports(container(deployment));
            for (Object port : list(at(service, "spec", "ports"))) {
                assertTrue(ports.containsKey(at(port, "targetPort")), "no port " + at(port, "targetPort"));
                // Without a cluster address, clients connect to the port of the pod.
                assertEquals(at(port, "port"), ports.get(at(port, "targetPort")), name);
            }
        }
        assertEquals(
                at(manifest("PodDisruptionBudget", "mapkeeper"), "spec", "selector", "matchLabels"),
                at(manifest("Deployment", "mapkeeper"), "spec", "selector", "matchLabels"));
    }

    @DataProvider
    Object[][] workloads() {
        return Stream.of("Deployment", "Job")
                .flatMap(kind -> ofKind(kind).stream())
                .map(workload -> new Object[] {nameOf(workload), workload})
                .toArray(Object[][]::new);
    }

    @Test(dataProvider = "workloads")
    void aContainerRunsAMainClassWithSettingsThatItKnows(String name, Map<String, Object> workload) throws Exception {
        Map<String, Object> container = container(workload);
        List<Object> arguments = list(container.get("args"));
        assertEquals(arguments.size(), 1, name);
        Class.forName((String) arguments.get(0)).getMethod("main", String[].class);
        Map<String, String> environment = environment(container);
        assertTrue(Settings.NAMES.containsAll(environment.keySet()), environment.toString());
        assertFalse(environment.containsKey(Settings.END_WITH_PARENT), name);
        Settings settings = new Settings(environment);
        if (environment.containsKey(Settings.LISTEN)) {
            Settings.HostAndPort listen = settings.address(Settings.LISTEN);
            assertEquals(listen.host(), "0.0.0.0", "clients are in other pods");
            assertEquals((Object) listen.port(), ports(container).get("thrift"));
        }
    }

    @Test(dataProvider = "workloads")
    void probesAskForHealthOnThePortOfTheServer(String name, Map<String, Object> workload) {
        Map<String, Object> container = container(workload);
        boolean isServer = container.containsKey("ports");
        assertEquals(container.containsKey("readinessProbe"), isServer, name);
        for (String probe : List.of("readinessProbe", "livenessProbe")) {
            if (container.containsKey(probe)) {
                assertTrue(HEALTH.contains(at(container, probe, "httpGet", "path")), name);
                assertTrue(ports(container).containsKey(at(container, probe, "httpGet", "port")), name);
            }
        }
        if (isServer) {
            assertEquals(at(container, "readinessProbe", "httpGet", "path"), "/health/ready");
        }
    }

    /** After the grace period comes SIGKILL. */
    @Test
    void aServerHasTheTimeToDrain() {
        Map<String, Object> deployment = manifest("Deployment", "mapkeeper");
        Map<String, Object> container = container(deployment);
        Settings settings = new Settings(environment(container));
        Duration sleep =
                Duration.ofSeconds(((Number) at(container, "lifecycle", "preStop", "sleep", "seconds")).longValue());
        Duration grace = Duration.ofSeconds(
                ((Number) at(deployment, "spec", "template", "spec", "terminationGracePeriodSeconds")).longValue());
        assertEquals(settings.duration(Settings.DRAIN_DELAY), Duration.ZERO, "preStop waits already");
        Duration drain = settings.duration(Settings.SHUTDOWN_GRACE);
        assertTrue(drain.compareTo(Duration.ZERO) > 0, "no time for calls in flight");
        assertTrue(sleep.plus(drain).compareTo(grace) < 0, sleep + " and " + drain + " in " + grace);
    }

    /** Names and ports of services are those that others look for. */
    @Test
    void addressesAreThoseOfServices() {
        Settings server = new Settings(environment(container(manifest("Deployment", "mapkeeper"))));
        assertServed(server.address(Settings.STORE));
        String servers = environment(container(manifest("Job", "load"))).get(Settings.SERVERS);
        assertTrue(servers.startsWith("dns:"), servers);
        assertServed(Settings.HostAndPort.of(Settings.SERVERS, servers.substring("dns:".length())));
        assertEquals(FleetClient.resolver(servers).toString(), "DNS mapkeeper");
    }

    private void assertServed(Settings.HostAndPort address) {
        List<Object> ports = list(at(manifest("Service", address.host()), "spec", "ports"));
        assertTrue(ports.stream().anyMatch(port -> at(port, "port").equals(address.port())), address.toString());
    }
}
