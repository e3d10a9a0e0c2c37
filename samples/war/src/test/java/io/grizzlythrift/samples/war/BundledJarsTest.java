package io.grizzlythrift.samples.war;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.client.call.CallFailedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.testng.annotations.Test;

/** Tests the table of the page about containers: which jars may be left out of the WAR, and whose classes come first. */
public class BundledJarsTest {
    private static final String WORKS = "works";
    private static final String FAILS = "does not serve";

    private static final String[] OWN = {
        "grizzly-thrift-strategies", "grizzly-thrift-core", "grizzly-thrift-client", "grizzly-thrift-sample-calculator"
    };
    private static final String[] SLF4J = {"slf4j-api", "slf4j-jdk14"};

    private static final String CONTAINERS_FIRST = "container's classes first";
    private static final String NO_GRIZZLY = "no Grizzly";

    /** What needs a Grizzly of the container that works. */
    private static final List<String> WITH_CONTAINERS_GRIZZLY = List.of(CONTAINERS_FIRST, NO_GRIZZLY);

    /** The variants of the WAR. */
    private static final Map<String, WarVariant> VARIANTS = new LinkedHashMap<>();

    /** How each does, where the Grizzly of the container works. */
    private static final Map<String, String> EXPECTED = new LinkedHashMap<>();

    static {
        row("all jars", new WarVariant(), WORKS);
        row(CONTAINERS_FIRST, new WarVariant().containersClassesFirst(), WORKS);
        row(NO_GRIZZLY, new WarVariant().without("grizzly-framework"), WORKS);
        row("no SLF4J", new WarVariant().without(SLF4J), FAILS);
        row("no libthrift", new WarVariant().without("libthrift"), FAILS);
        row("no jar of this project", new WarVariant().without(OWN), FAILS);
        row("managed pool", new WarVariant().onManagedPool(""), WORKS);
    }

    private static void row(String name, WarVariant variant, String expected) {
        VARIANTS.put(name, variant);
        EXPECTED.put(name, expected);
    }

    private static Map<String, String> expected(Path container) {
        Map<String, String> expected = new LinkedHashMap<>(EXPECTED);
        if (container.getFileName().toString().startsWith("payara")) {
            WITH_CONTAINERS_GRIZZLY.forEach(name -> expected.put(name, FAILS));
        }
        return expected;
    }

    @Test(dataProvider = "containers", dataProviderClass = RedeploymentTest.class, timeOut = 600_000)
    public void eachCellOfTheTable(Path jar) throws Exception {
        Path war = Path.of(System.getProperty("war"));
        Map<String, String> outcomes = new LinkedHashMap<>();
        int port = RedeploymentTest.freePort();
        try (ContainerProcess container = new ContainerProcess(jar, port)) {
            for (Map.Entry<String, WarVariant> variant : VARIANTS.entrySet()) {
                String outcome = outcome(container, variant.getValue().of(war, variant.getKey()), port);
                outcomes.put(variant.getKey(), outcome);
                Files.writeString(Path.of("target", jar.getFileName() + ".table"), outcomes.toString());
            }
        }
        assertEquals(outcomes, expected(jar));
    }

    private static String outcome(ContainerProcess container, Path war, int port) throws Exception {
        try {
            container.deploy(war);
        } catch (ContainerProcess.FailedException e) {
            return FAILS;
        }
        String outcome = call(port);
        if (outcome.equals(WORKS)) {
            container.undeploy();
        } else {
            container.undeployWithoutReport();
        }
        Leftovers left = container.leftovers();
        return left.nothingRuns() ? outcome : outcome + " and leaves " + left;
    }

    private static String call(int port) {
        try (CallLoad load = new CallLoad(port, 2)) {
            load.ping();
            load.awaitResults(100);
            return WORKS;
        } catch (CallFailedException e) {
            return FAILS;
        } catch (Exception e) {
            return e.toString();
        }
    }
}
