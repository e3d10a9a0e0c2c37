package io.grizzlythrift.spring;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.spring.gen.Base;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cloud.client.DefaultServiceInstance;
import org.springframework.cloud.client.ServiceInstance;
import org.springframework.cloud.client.discovery.DiscoveryClient;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests stubs as beans, what they share, when clients end, and what is reported about mistakes. */
@Test(timeOut = 120_000)
public class ImportedClientsTest {
    private static final String ADDRESS = "address=127.0.0.1:${local.grizzly.thrift.port}";

    @ThriftService
    static class Served extends BaseHandler {}

    @Configuration(proxyBeanMethods = false)
    @ImportThriftClients(
            client = "own",
            types = {Base.Iface.class, Base.FutureIface.class, Base.AsyncIface.class})
    @ImportThriftClients(client = "other", types = Base.Iface.class, service = "Base")
    static class Application {
        @Bean
        @Lazy
        Caller caller(
                @Qualifier("own") Base.Iface own, @Qualifier("other") Base.Iface other, Base.FutureIface futures) {
            return new Caller(own, other, futures);
        }
    }

    record Caller(Base.Iface own, Base.Iface other, Base.FutureIface futures) {}

    @Configuration(proxyBeanMethods = false)
    @ImportThriftClients(client = "unknown", types = Base.Iface.class)
    static class UnknownClient {}

    @Configuration(proxyBeanMethods = false)
    @ImportThriftClients(client = "own", types = String.class)
    static class NoStub {}

    private static ApplicationContextRunner runner(Class<?>... configurations) {
        return Contexts.runner(configurations)
                .withPropertyValues(
                        "grizzly.thrift.client.own." + ADDRESS,
                        "grizzly.thrift.client.own.call-timeout=1m",
                        "grizzly.thrift.client.other." + ADDRESS,
                        "grizzly.thrift.client.other.connect-timeout=1m");
    }

    @Test
    public void stubsAreBeansOfTheirClients() {
        runner(Served.class, Application.class).run(context -> {
            assertNull(context.getStartupFailure());
            assertTrue(context.getBean(ThriftClients.class).created().isEmpty(), "created too early");
            Caller caller = context.getBean(Caller.class);
            assertEquals(caller.own().whoami("you"), "Base: you");
            assertEquals(caller.other().whoami("you"), "Base: you");
            assertEquals(caller.futures().whoami("you").get(1, TimeUnit.MINUTES), "Base: you");
            Map<String, ThriftClient> created =
                    context.getBean(ThriftClients.class).created();
            assertEquals(created.keySet().toString(), "[other, own]");
            assertEquals(created.get("own").config().callTimeout().toMinutes(), 1);
            assertSame(context.getBean(ThriftClients.class).client("own"), created.get("own"));
            context.close();
            for (ThriftClient client : created.values()) {
                assertTrue(client.toString().contains("closed"), client.toString());
            }
        });
    }

    @Test
    public void stubsCanBeInjectedIntoFields() {
        runner(Served.class, Application.class)
                .withBean(Injected.class)
                .run(context ->
                        assertEquals(context.getBean(Injected.class).stub.whoami("me"), "Base: me"));
    }

    @Lazy
    static class Injected {
        @Autowired
        @Qualifier("other")
        private Base.Iface stub;
    }

    @DataProvider
    Object[][] mistakes() {
        String own = "grizzly.thrift.client.own.";
        return new Object[][] {
            {
                UnknownClient.class,
                "",
                "'unknown', imported by " + UnknownClient.class.getName(),
                "client.unknown.address"
            },
            {NoStub.class, "", "java.lang.String is not an Iface", "Iface"},
            {Application.class, own + "call-timeout=0s", own + "call-timeout is set to", "Change the value"},
            {
                Application.class,
                own + "retries.max-retries=99",
                own + "retries.max-retries is set to '99'",
                "Change the value"
            },
            {Application.class, own + "hedging.after-delay=0s", own + "hedging.after-delay", "Change the value"},
            {Application.class, own + "balancer=rendezvous", own + "load-factor", "Change the value"},
            {Application.class, own + "aperture.client=1", own + "aperture.servers is set to '0'", "Change the value"},
            {Application.class, own + "reconnect-backoff.max=1ms", own + "reconnect-backoff.max", "Change the value"},
            {Application.class, own + "outlier-detection.success-rate=2", "detection.success-rate", "Change the value"},
            {Application.class, own + "outlier-detection.max-backoff=1ms", "detection.max-backoff", "Change the value"},
            {Application.class, own + "ping-method=ping", own + "ping-method", "Change the value"},
            {Application.class, own + "sasl.mechanism=SCRAM", own + "sasl.mechanism", "Change the value"},
            {Application.class, own + "sasl.mechanism=PLAIN", "it needs the property user", "Change the value"},
            {Application.class, own + "ssl.bundle=none", "no such bundle", "Change the value"},
            {Application.class, own + "max-frame-bytes=3GB", own + "max-frame-bytes", "Change the value"},
        };
    }

    @Test(dataProvider = "mistakes")
    public void mistakesAreReported(Class<?> application, String property, String description, String action) {
        runner(Served.class, application).withPropertyValues(property).run(context -> {
            FailureAnalysis analysis = Contexts.analysis(context);
            assertTrue(analysis.getDescription().contains(description), analysis.getDescription());
            assertTrue(analysis.getAction().contains(action), analysis.getAction());
        });
    }

    @Test
    public void aMissingJarIsReported() {
        runner(Served.class, Application.class)
                .withPropertyValues(
                        "grizzly.thrift.client.own.transform=zstd", "grizzly.thrift.client.own.dialect=header")
                .run(context -> {
                    FailureAnalysis analysis = Contexts.analysis(context);
                    assertTrue(analysis.getDescription().contains("client.own.transform"), analysis.getDescription());
                    assertTrue(
                            analysis.getDescription().contains("com.github.luben:zstd-jni"), analysis.getDescription());
                });
    }

    @Test
    public void aServiceIdWithoutSpringCloudIsReported() {
        Contexts.runner(Served.class)
                .withPropertyValues("grizzly.thrift.client.found.service-id=base")
                .run(context -> {
                    try {
                        context.getBean(ThriftClients.class).client("found");
                    } catch (IllegalStateException e) {
                        assertTrue(e.getMessage().contains("no DiscoveryClient of Spring Cloud"), e.getMessage());
                        return;
                    }
                    throw new AssertionError("created");
                });
    }

    @Test
    public void discoveryClientFindsServers() {
        Contexts.runner(Served.class, Discovered.class)
                .withPropertyValues(
                        "grizzly.thrift.client.found.service-id=base", "grizzly.thrift.client.found.call-timeout=1m")
                .run(context -> {
                    context.getBean(Registry.class).port = Contexts.port(context);
                    try (ThriftClient client =
                            context.getBean(ThriftClients.class).client("found")) {
                        assertEquals(client.stub(Base.Iface.class).whoami("you"), "Base: you");
                    }
                });
    }

    @Configuration(proxyBeanMethods = false)
    static class Discovered {
        @Bean
        Registry registry() {
            return new Registry();
        }
    }

    private static final class Registry implements DiscoveryClient {
        volatile int port;

        @Override
        public String description() {
            return "of a test";
        }

        @Override
        public List<ServiceInstance> getInstances(String service) {
            return List.of(
                    new DefaultServiceInstance(
                            "one", service, "127.0.0.1", 1, false, Map.of("thrift.port", Integer.toString(port))) {
                        @Override
                        public URI getUri() {
                            return URI.create("thrift://127.0.0.1");
                        }
                    });
        }

        @Override
        public List<String> getServices() {
            return List.of("base");
        }
    }
}
