package io.grizzlythrift.samples.mapkeeper.ycsb;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** The command line that YCSB's client gets. */
public class YcsbJobTest {
    private static final YcsbJob JOB = new YcsbJob(YcsbWorkload.F, 1_000, 20_000, 4);
    private static final YcsbTarget MEMORY = new YcsbTarget(MapKeeperYcsbClient.class, 4711, true);

    @DataProvider
    public static Object[][] workloads() {
        return Stream.of(YcsbWorkload.values())
                .map(workload -> new Object[] {workload})
                .toArray(Object[][]::new);
    }

    /** YCSB picks each operation by its share. */
    @Test(dataProvider = "workloads")
    public void theSharesOfAWorkloadAddUpToOne(YcsbWorkload workload) {
        Properties properties = workload.properties();
        double sum = properties.stringPropertyNames().stream()
                .filter(name -> name.endsWith("proportion"))
                .mapToDouble(name -> Double.parseDouble(properties.getProperty(name)))
                .sum();
        assertEquals(sum, 1.0, 1e-9, properties.toString());
    }

    @Test
    public void namesPhaseBindingServerAndNumbers() {
        List<String> arguments = JOB.arguments(YcsbPhase.LOAD, MEMORY);
        assertEquals(arguments.subList(0, 4), List.of("-load", "-s", "-db", MapKeeperYcsbClient.class.getName()));
        assertEquals(JOB.arguments(YcsbPhase.RUN, MEMORY).get(0), "-t");
        assertTrue(
                arguments.containsAll(List.of(
                        "recordcount=1000",
                        "operationcount=20000",
                        "threadcount=4",
                        "mapkeeper.host=127.0.0.1",
                        "mapkeeper.port=4711",
                        "readmodifywriteproportion=0.5")),
                arguments.toString());
    }

    @Test
    public void aServerThatKeepsNothingIsNotChecked() {
        YcsbTarget stub = new YcsbTarget(MapKeeperYcsbClient.class, 4711, false);
        assertTrue(JOB.arguments(YcsbPhase.RUN, MEMORY).contains("dataintegrity=true"));
        assertTrue(JOB.arguments(YcsbPhase.RUN, stub).contains("dataintegrity=false"));
    }

    @Test
    public void eachPhaseEndsAfterATimeThatGrowsWithItsOperations() {
        assertTrue(JOB.arguments(YcsbPhase.LOAD, MEMORY).contains("maxexecutiontime=65"));
        assertTrue(JOB.arguments(YcsbPhase.RUN, MEMORY).contains("maxexecutiontime=160"));
    }
}
