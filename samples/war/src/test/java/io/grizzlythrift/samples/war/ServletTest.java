package io.grizzlythrift.samples.war;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.samples.calculator.gen.Operation;
import io.grizzlythrift.samples.calculator.gen.Work;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.transport.THttpClient;
import org.testng.annotations.Test;

/** The servlet in real containers, called by libthrift's client for HTTP. */
public class ServletTest {
    private static final int CALLERS = 4;
    private static final int CALLS = 100;

    @Test(dataProvider = "containers", dataProviderClass = RedeploymentTest.class, timeOut = 600_000)
    public void servesOnThePortOfTheContainer(Path jar) throws Exception {
        int port = RedeploymentTest.freePort();
        Path war = new WarVariant().withServlet("/thrift").of(Path.of(System.getProperty("war")), "servlet");
        try (ContainerProcess container = new ContainerProcess(jar, RedeploymentTest.freePort(), port)) {
            for (int deployment = 1; deployment <= 2; deployment++) {
                container.deploy(war);
                callAll("http://127.0.0.1:" + port + "/calculator/thrift");
                container.undeploy();
                assertEquals(container.received(), (long) deployment * CALLERS * CALLS);
            }
            Leftovers left = container.leftovers();
            assertTrue(left.nothingRuns(), left.toString());
        }
    }

    private static void callAll(String url) throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
        try {
            List<Callable<Void>> tasks = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                int caller = i;
                tasks.add(() -> call(url, caller));
            }
            for (Future<Void> called : callers.invokeAll(tasks)) {
                called.get(1, TimeUnit.MINUTES);
            }
        } finally {
            callers.shutdownNow();
        }
    }

    private static Void call(String url, int caller) throws Exception {
        try (THttpClient transport = new THttpClient(url)) {
            Calculator.Client client = new Calculator.Client(new TBinaryProtocol(transport));
            for (int i = 0; i < CALLS; i++) {
                assertEquals(client.calculate(caller, new Work(caller, i, Operation.MULTIPLY)), caller * i);
            }
            return null;
        }
    }
}
