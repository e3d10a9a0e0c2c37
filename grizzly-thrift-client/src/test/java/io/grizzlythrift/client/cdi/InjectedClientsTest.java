package io.grizzlythrift.client.cdi;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNotEquals;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.server.ProbeHandler;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.UniqueName;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.SessionScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Alternative;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.spi.DefinitionException;
import jakarta.enterprise.inject.spi.DeploymentException;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import jakarta.inject.Provider;
import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.thrift.async.AsyncMethodCallback;
import org.jboss.weld.environment.se.Weld;
import org.jboss.weld.environment.se.WeldContainer;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests injection of clients and stubs, what is shared, when it ends, and mistakes. */
@Test(timeOut = 60_000)
public class InjectedClientsTest {
    private static final int SECONDS = 20;
    private static final String PREFIX = "grizzly.thrift.client.";

    private ThriftServer server;

    @BeforeClass
    void start() {
        server = ThriftServer.builder()
                .name(UniqueName.of("injected-clients"))
                .listen("127.0.0.1", 0)
                .processor(new Probe.Processor<>(new ProbeHandler()))
                .service("named", new Probe.Processor<>(new ProbeHandler()))
                .build()
                .start();
    }

    @AfterClass
    void stop() {
        server.close();
    }

    private Map<String, String> address(String... clients) {
        Map<String, String> properties = new HashMap<>();
        for (String client : clients) {
            properties.put(client + ".address", "127.0.0.1:" + server.port());
        }
        return properties;
    }

    /** Runs code in an application with these properties. */
    private static <T> T inApplication(
            Map<String, String> properties, Function<WeldContainer, T> code, Class<?>... beans) {
        properties.forEach((name, value) -> System.setProperty(PREFIX + name, value));
        Weld weld = new Weld(UniqueName.of("application")).disableDiscovery().addBeanClasses(beans);
        // As Weld does with discovery, which would look for beans in all tests.
        ServiceLoader.load(Extension.class).forEach(weld::addExtension);
        try (WeldContainer container = weld.initialize()) {
            return code.apply(container);
        } finally {
            properties.keySet().forEach(name -> System.clearProperty(PREFIX + name));
        }
    }

    static class EveryKind {
        @Inject
        @ThriftClient("one")
        Probe.Iface blocking;

        @Inject
        @ThriftClient("one")
        Probe.AsyncIface callbacks;

        @Inject
        @ThriftClient("one")
        Probe.FutureIface futures;

        @Inject
        @ThriftClient(value = "one", service = "named")
        Probe.Iface named;

        @Inject
        @ThriftClient("one")
        Instance<Probe.Iface> later;

        @Inject
        @ThriftClient("one")
        Provider<Probe.FutureIface> provider;

        @Inject
        @ThriftClient("one")
        io.grizzlythrift.client.ThriftClient client;

        @Inject
        @ThriftClient("two")
        io.grizzlythrift.client.ThriftClient other;
    }

    public void everyKindOfStubCalls() {
        inApplication(
                address("one", "two"),
                application -> {
                    EveryKind bean = application.select(EveryKind.class).get();
                    CompletableFuture<String> called = new CompletableFuture<>();
                    try {
                        assertEquals(bean.blocking.echo("a"), "a");
                        assertEquals(bean.named.echo("b"), "b");
                        assertEquals(bean.later.get().echo("c"), "c");
                        assertEquals(bean.futures.echo("d").get(SECONDS, TimeUnit.SECONDS), "d");
                        assertEquals(bean.provider.get().echo("e").get(SECONDS, TimeUnit.SECONDS), "e");
                        bean.callbacks.echo("f", new AsyncMethodCallback<>() {
                            @Override
                            public void onComplete(String reply) {
                                called.complete(reply);
                            }

                            @Override
                            public void onError(Exception e) {
                                called.completeExceptionally(e);
                            }
                        });
                        assertEquals(called.get(SECONDS, TimeUnit.SECONDS), "f");
                    } catch (Exception e) {
                        throw new AssertionError(e);
                    }
                    assertEquals(bean.client.counters().calls(), 6);
                    assertEquals(bean.other.counters().calls(), 0);
                    return null;
                },
                EveryKind.class);
    }

    public void oneClientForEachName() {
        inApplication(
                address("one", "two"),
                application -> {
                    EveryKind first = application.select(EveryKind.class).get();
                    EveryKind second = application.select(EveryKind.class).get();
                    assertSame(first.client, second.client);
                    assertNotEquals(first.client, first.other);
                    return null;
                },
                EveryKind.class);
    }

    static class Lazy {
        @Inject
        @ThriftClient("lazy-client")
        Instance<Probe.Iface> stub;
    }

    public void aClientIsCreatedOnFirstUseAndEndsWithTheApplication() {
        inApplication(
                address("lazy-client"),
                application -> {
                    Lazy bean = application.select(Lazy.class).get();
                    Probe.Iface stub = bean.stub.get();
                    assertFalse(hasThreads("lazy-client"), "created before its first use");
                    try {
                        assertEquals(stub.echo("a"), "a");
                    } catch (Exception e) {
                        throw new AssertionError(e);
                    }
                    assertTrue(hasThreads("lazy-client"));
                    return null;
                },
                Lazy.class);
        Await.that("threads end", () -> !hasThreads("lazy-client"));
    }

    private static boolean hasThreads(String client) {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().startsWith(client + "-"));
    }

    /** Its class is serialized with the session, the stub in it is not. */
    @SessionScoped
    static class InSession implements Serializable {
        private static final long serialVersionUID = 1L;

        @Inject
        @ThriftClient("one")
        transient Probe.Iface stub;
    }

    public void aStubMayBeInABeanThatIsSerialized() {
        inApplication(address("one"), application -> null, InSession.class);
    }

    @ApplicationScoped
    static class Settings {
        private int seen;

        void all(@Observes ThriftClientBuilder builder) {
            seen++;
        }

        void lazy(@Observes @Named("lazy-client") ThriftClientBuilder builder) {
            builder.endpoint("127.0.0.1", Integer.getInteger("injected.port"));
        }

        int seen() {
            return seen;
        }
    }

    public void theApplicationObservesEachBuilder() {
        System.setProperty("injected.port", String.valueOf(server.port()));
        inApplication(
                Map.of(),
                application -> {
                    try {
                        assertEquals(
                                application.select(Lazy.class).get().stub.get().echo("a"), "a");
                    } catch (Exception e) {
                        throw new AssertionError(e);
                    }
                    assertEquals(application.select(Settings.class).get().seen(), 1);
                    return null;
                },
                Lazy.class,
                Settings.class);
    }

    @Dependent
    @Alternative
    @Priority(1)
    static class Substitutes {
        @Produces
        @ThriftClient("lazy-client")
        Probe.Iface stub() {
            return new ProbeHandler();
        }
    }

    /** As in a test of the application. */
    public void aReplacedStubNeedsNoAddress() {
        inApplication(
                Map.of(),
                application -> {
                    try {
                        assertEquals(
                                application.select(Lazy.class).get().stub.get().echo("a"), "a");
                    } catch (Exception e) {
                        throw new AssertionError(e);
                    }
                    return null;
                },
                Lazy.class,
                Substitutes.class);
        assertFalse(hasThreads("lazy-client"));
    }

    static class AlsoOthers {
        @Inject
        @ThriftClient("lazy-client")
        Probe.FutureIface futures;
    }

    public void theOtherStubsOfAClientNeedItsAddress() {
        DeploymentException thrown = expectThrows(
                DeploymentException.class,
                () -> inApplication(Map.of(), application -> null, Lazy.class, Substitutes.class, AlsoOthers.class));
        assertTrue(thrown.getMessage().contains(PREFIX + "lazy-client.address is not set"), thrown.getMessage());
    }

    static class NotGenerated {
        @Inject
        @ThriftClient("one")
        Runnable stub;
    }

    @DataProvider
    static Object[][] mistakes() {
        String property = PREFIX + "lazy-client.";
        String point = "; injected at jakarta.enterprise.inject.Instance " + Lazy.class.getName() + ".stub";
        return new Object[][] {
            {
                Map.of(),
                Lazy.class,
                property + "address is not set: it must be the servers of the client, as host:port, separated by commas"
                        + point
            },
            {
                Map.of("lazy-client.address", "localhost"),
                Lazy.class,
                property + "address is 'localhost': the server is 'localhost', must be host:port or [address]:port"
            },
            {
                Map.of("lazy-client.address", "a:1, a:1"),
                Lazy.class,
                property + "address is 'a:1, a:1': endpoint a:1 was already added"
            },
            {
                Map.of("lazy-client.address", "a:1", "lazy-client.timeout", "1s"),
                Lazy.class,
                property + "timeout is '1s', but there is no such option; after " + property + " there may be: "
            },
            {
                Map.of("lazy-client.address", "a:1", "lazy-client.callTimeout", "0s"),
                Lazy.class,
                property + "callTimeout is 'PT0S': callTimeout is PT0S, must be PT0.001S to PT24H"
            },
            {
                Map.of(),
                NotGenerated.class,
                NotGenerated.class.getName() + ".stub: java.lang.Runnable is not an Iface, AsyncIface or FutureIface"
            },
        };
    }

    @Test(dataProvider = "mistakes")
    public void aMistakeIsADeploymentProblem(Map<String, String> properties, Class<?> bean, String message) {
        Class<? extends RuntimeException> type =
                bean == NotGenerated.class ? DefinitionException.class : DeploymentException.class;
        RuntimeException thrown = expectThrows(type, () -> inApplication(properties, application -> null, bean));
        assertTrue(thrown.getMessage().contains(message), thrown.getMessage());
    }

    /** Without an injection point, properties of clients are those of other applications. */
    public void withoutInjectionPointsThereIsNoClient() {
        List<String> names = inApplication(
                Map.of("lazy-client.timeout", "1"), application -> List.of(application.getId()), Settings.class);
        assertEquals(names.size(), 1);
    }
}
