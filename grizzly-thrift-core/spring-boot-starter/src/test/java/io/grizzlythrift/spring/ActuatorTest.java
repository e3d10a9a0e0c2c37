package io.grizzlythrift.spring;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.spring.gen.Base;
import io.grizzlythrift.spring.internal.actuate.ThriftEndpoint;
import io.grizzlythrift.test.Await;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.thrift.TException;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.testng.annotations.Test;

/** Tests health, meters, observations and the endpoint. Uses no type that only one version of Spring Boot has. */
@Test(timeOut = 120_000)
public class ActuatorTest {
    @ThriftService
    static class Served extends BaseHandler {}

    @Configuration(proxyBeanMethods = false)
    @ImportThriftClients(client = "own", types = Base.Iface.class)
    static class Client {}

    @Configuration(proxyBeanMethods = false)
    static class Observed {
        final List<String> seen = new CopyOnWriteArrayList<>();

        @Bean
        MeterRegistry meters() {
            return new SimpleMeterRegistry();
        }

        @Bean
        ObservationRegistry observations() {
            ObservationRegistry registry = ObservationRegistry.create();
            registry.observationConfig().observationHandler(new ObservationHandler<>() {
                @Override
                public void onStop(Observation.Context context) {
                    seen.add(context.getName() + " " + context.getContextualName() + " "
                            + context.getLowCardinalityKeyValue("outcome").getValue());
                }

                @Override
                public boolean supportsContext(Observation.Context context) {
                    return true;
                }
            });
            return registry;
        }
    }

    private static ApplicationContextRunner runner(Class<?>... configurations) {
        return configured(Contexts.runner(configurations));
    }

    private static ApplicationContextRunner configured(ApplicationContextRunner runner) {
        return runner.withPropertyValues(
                "grizzly.thrift.client.own.address=127.0.0.1:${local.grizzly.thrift.port}",
                "grizzly.thrift.client.own.call-timeout=1m",
                "management.endpoints.web.exposure.include=thrift");
    }

    private static String status(ApplicationContext context, String indicator) throws ReflectiveOperationException {
        Object bean = context.getBean(indicator);
        var method = bean.getClass().getMethod("health");
        method.setAccessible(true);
        Object health = method.invoke(bean);
        return String.valueOf(health.getClass().getMethod("getStatus").invoke(health));
    }

    @Test
    public void healthFollowsTheServer() {
        runner(Served.class).run(context -> {
            assertEquals(status(context, "thriftServerHealthIndicator"), "UP");
            context.stop();
            assertEquals(status(context, "thriftServerHealthIndicator"), "DOWN");
            context.start();
            assertEquals(status(context, "thriftServerHealthIndicator"), "UP");
        });
    }

    @Test
    public void aClientIsDownOnceConnectingFails() {
        runner(Served.class, Client.class).run(context -> {
            assertEquals(status(context, "thriftClientHealthIndicator"), "UP", "not used yet");
            Base.Iface stub = stub(context);
            stub.ping();
            assertEquals(status(context, "thriftClientHealthIndicator"), "UP");
            context.stop();
            try {
                stub.ping();
            } catch (TException e) {
                Await.that(
                        "not down",
                        () -> status(context, "thriftClientHealthIndicator").equals("DOWN"));
                return;
            }
            throw new AssertionError("no server, but the call succeeded");
        });
    }

    @Test
    public void healthCanBeDisabled() {
        runner(Served.class)
                .withPropertyValues("management.health.thrift-server.enabled=false")
                .run(context -> {
                    assertFalse(context.containsBean("thriftServerHealthIndicator"));
                    assertTrue(context.containsBean("thriftClientHealthIndicator"));
                });
    }

    @Test
    public void endpointShowsServersAndClients() {
        runner(Served.class, Client.class).run(context -> {
            stub(context).whoami("you");
            Map<String, Object> state = context.getBean(ThriftEndpoint.class).thrift();
            assertTrue(state.get("servers").toString().contains("whoami"), state.toString());
            assertTrue(state.get("clients").toString().contains("OPEN"), state.toString());
        });
    }

    private static Base.Iface stub(ApplicationContext context) {
        return (Base.Iface) context.getBean("own.Base.Iface");
    }

    @Test
    public void metersAndObservationsOfServerAndClient() {
        configured(Contexts.application(Served.class, Client.class, Observed.class))
                .run(context -> {
                    assertNull(context.getStartupFailure());
                    stub(context).whoami("you");
                    List<String> seen = context.getBean(Observed.class).seen;
                    Await.that("not observed", () -> seen.size() == 2);
                    assertTrue(seen.contains("thrift.server.requests whoami REPLIED"), seen.toString());
                    assertTrue(seen.contains("thrift.client.requests whoami REPLIED"), seen.toString());
                    MeterRegistry meters = context.getBean(MeterRegistry.class);
                    assertTrue(
                            meters.get("thrift.server.connections.open").gauge().value() > 0, "server");
                    assertTrue(meters.find("thrift.client.calls").meters().size() > 0, "client");
                    context.stop();
                    assertEquals(
                            meters.find("thrift.server.connections.open")
                                    .meters()
                                    .size(),
                            0,
                            "left after the stop");
                });
    }

    @Test
    public void callsOfOtherClientsAreObserved() {
        runner(Served.class, Observed.class).run(context -> {
            try (ThriftClient client = Contexts.client(Contexts.port(context))) {
                client.stub(Base.Iface.class).ping();
            }
            List<String> seen = context.getBean(Observed.class).seen;
            Await.that("not observed", () -> !seen.isEmpty());
            assertEquals(seen, List.of("thrift.server.requests ping REPLIED"));
        });
    }
}
