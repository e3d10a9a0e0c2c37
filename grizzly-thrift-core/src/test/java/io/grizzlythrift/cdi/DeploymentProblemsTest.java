package io.grizzlythrift.cdi;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.test.gen.Base;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.spi.DeploymentException;
import java.util.List;
import java.util.Map;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that an application with a mistake is not deployed, and that the message says what to change. */
@Test(timeOut = 60_000)
public class DeploymentProblemsTest {
    private static final String NAME = DeploymentProblemsTest.class.getName();
    private static final String PROPERTY = "grizzly.thrift.server.thrift.";

    private abstract static class Handler implements Base.Iface {
        @Override
        public void ping() {}

        @Override
        public String whoami(String greeting) {
            return greeting;
        }

        @Override
        public int baseCheck(int code) {
            return code;
        }
    }

    @ThriftService
    static class Good extends Handler {}

    @ThriftService
    static class Twin extends Handler {}

    @ThriftService("Base")
    static class Namesake extends Handler {}

    @ThriftService
    @ApplicationScoped
    static class NoService {}

    @ThriftService("a:b")
    static class BadName extends Handler {}

    @ThriftService(server = "a.b")
    static class BadServer extends Handler {}

    @DataProvider
    static Object[][] mistakes() {
        Map<String, String> port = Map.of("thrift.port", "0");
        return new Object[][] {
            {
                port,
                List.of(Good.class, Twin.class),
                "more than one bean serves 'Base': " + NAME + "$Good and " + NAME + "$Twin; give one of them"
            },
            {port, List.of(Good.class, Namesake.class), "more than one bean serves 'Base': " + NAME + "$Good and "},
            {port, List.of(NoService.class), NAME + "$NoService is a @ThriftService, so it must have the type of the"},
            {
                port,
                List.of(BadName.class),
                "the service name of " + NAME + "$BadName is 'a:b', must not be blank or contain a colon"
            },
            {port, List.of(BadServer.class), "server name is 'a.b', must consist of letters, digits, '-' and '_'"},
            {Map.of(), List.of(Good.class), PROPERTY + "port is not set: it must be the port to listen on"},
            {Map.of("thrift.host", "::1"), List.of(Good.class), PROPERTY + "port is not set"},
            {Map.of("thrift.port", "x"), List.of(Good.class), PROPERTY + "port is 'x', must be a whole number"},
            {
                Map.of("thrift.port", "65536"),
                List.of(Good.class),
                PROPERTY + "port is '65536': port is 65536, must be 0 to 65535"
            },
            {
                Map.of("thrift.port", "0", "thrift.prot", "1"),
                List.of(Good.class),
                PROPERTY + "prot is '1', but there is no such option; after " + PROPERTY + " there may be: "
            },
            {
                Map.of("thrift.port", "0", "thrift.strategy", "fast"),
                List.of(Good.class),
                PROPERTY + "strategy is 'fast': there is no strategy 'fast', only same-thread, worker-thread, "
            },
            {
                Map.of("thrift.port", "0", "thrift.threads", "0"),
                List.of(Good.class),
                PROPERTY + "threads is '0': threads is 0, must be 1 to 10000"
            },
            {
                Map.of("thrift.port", "0", "thrift.strategy", "same-thread", "thrift.threads", "2"),
                List.of(Good.class),
                PROPERTY + "threads is '2': the strategy same-thread has no threads of its own"
            },
            {
                Map.of("thrift.port", "0", "thrift.callTimeout", "soon"),
                List.of(Good.class),
                PROPERTY + "callTimeout is 'soon', must be a time such as 500ms, 20s, 5m, 1h or PT20S"
            },
            {
                Map.of("thrift.port", "0", "thrift.maxConnections", "0"),
                List.of(Good.class),
                PROPERTY + "maxConnections is '0': maxConnections is 0, must be 1 to 1000000"
            },
            {
                Map.of("thrift.port", "0", "thrift.queueTarget", "1h"),
                List.of(Good.class),
                PROPERTY + "queueTarget is PT1H, must not be more than queueTimeout"
            },
            {
                Map.of("thrift.port", "0", "thrift.http", "yes"),
                List.of(Good.class),
                PROPERTY + "http is 'yes', must be true or false"
            },
            {
                Map.of("thrift.port", "0", "thrift.replyOrder", "none"),
                List.of(Good.class),
                PROPERTY + "replyOrder is 'none', must be one of [REQUEST, AS_COMPLETED]"
            },
        };
    }

    @Test(dataProvider = "mistakes")
    public void aMistakeIsADeploymentProblem(Map<String, String> properties, List<Class<?>> beans, String message) {
        DeploymentException thrown = expectThrows(
                DeploymentException.class,
                () -> Application.of(properties, beans.toArray(Class<?>[]::new)).close());
        assertTrue(thrown.getMessage().contains(message), thrown.getMessage());
    }

    /** Properties of servers that this application does not have are those of others. */
    public void propertiesOfOtherServersAreIgnored() {
        Map<String, String> properties = Map.of("thrift.port", "0", "other.prot", "1");
        try (Application application = Application.of(properties, Good.class)) {
            assertEquals(application.server().addresses().size(), 1);
        }
    }
}
