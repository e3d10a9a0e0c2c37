package io.grizzlythrift.spring;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.spring.gen.Base;
import io.grizzlythrift.spring.gen.Refused;
import io.grizzlythrift.strategy.VirtualThreadStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.test.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.thrift.TException;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests which beans are served, how, from when to when, and what is reported about mistakes. */
@Test(timeOut = 120_000)
public class ServedBeansTest {
    @ThriftService
    static class Served extends BaseHandler {}

    @Configuration(proxyBeanMethods = false)
    static class BeanMethod {
        @Bean
        @ThriftService("named")
        Base.Iface handler() {
            return new BaseHandler();
        }
    }

    @ThriftService(server = "admin")
    static class OnAdmin extends BaseHandler {}

    @ThriftService
    static class NoHandler {}

    @Configuration(proxyBeanMethods = false)
    static class Twice {
        @Bean
        @ThriftService
        Base.Iface first() {
            return new BaseHandler();
        }

        @Bean
        @ThriftService
        Base.Iface second() {
            return new BaseHandler();
        }
    }

    /** Something that a handler uses. */
    static final class Resource implements DisposableBean {
        final AtomicBoolean destroyed = new AtomicBoolean();

        @Override
        public void destroy() {
            destroyed.set(true);
        }
    }

    /** Replies when the test lets it. */
    @ThriftService
    static class Held extends BaseHandler {
        final CountDownLatch called = new CountDownLatch(1);
        final CountDownLatch released = new CountDownLatch(1);
        private final Resource resource;

        Held(Resource resource) {
            this.resource = resource;
        }

        @Override
        public String whoami(String greeting) {
            called.countDown();
            try {
                released.await();
            } catch (InterruptedException e) {
                return "interrupted";
            }
            return resource.destroyed.get() ? "destroyed" : "complete";
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Held.class)
    static class WithResource {
        final List<Object> states = new CopyOnWriteArrayList<>();

        @Bean
        Resource resource() {
            return new Resource();
        }

        @Bean
        ApplicationListener<AvailabilityChangeEvent<ReadinessState>> readiness() {
            return new Listener(states);
        }
    }

    private record Listener(List<Object> states)
            implements ApplicationListener<AvailabilityChangeEvent<ReadinessState>> {
        @Override
        public void onApplicationEvent(AvailabilityChangeEvent<ReadinessState> event) {
            states.add(event.getState());
        }
    }

    private static String call(int port) throws TException {
        try (ThriftClient client = Contexts.client(port)) {
            return client.stub(Base.Iface.class).whoami("you");
        }
    }

    @Test
    public void servesABeanWithAndWithoutItsName() {
        Contexts.runner(Served.class).run(context -> {
            assertNull(context.getStartupFailure());
            try (ThriftClient client = Contexts.client(Contexts.port(context))) {
                assertEquals(client.stub(Base.Iface.class).whoami("you"), "Base: you");
                assertEquals(client.stub(Base.Iface.class, "Base").whoami("you"), "Base: you");
            }
        });
    }

    @Test
    public void servesWhatABeanMethodReturnsUnderItsName() {
        Contexts.runner(BeanMethod.class).run(context -> {
            try (ThriftClient client = Contexts.client(Contexts.port(context))) {
                assertEquals(client.stub(Base.Iface.class, "named").whoami("you"), "Base: you");
                assertFails(() -> client.stub(Base.Iface.class).whoami("you"));
            }
        });
    }

    private static void assertFails(CallThatThrows call) {
        try {
            call.run();
        } catch (TException e) {
            return;
        }
        throw new AssertionError("the call succeeded");
    }

    private interface CallThatThrows {
        void run() throws TException;
    }

    @Test
    public void severalServers() {
        Contexts.runner(Served.class, OnAdmin.class)
                .withPropertyValues("grizzly.thrift.servers.admin.port=0", "grizzly.thrift.servers.admin.threads=1")
                .run(context -> {
                    int admin =
                            context.getEnvironment().getRequiredProperty("local.grizzly.thrift.admin.port", int.class);
                    assertFalse(admin == Contexts.port(context));
                    assertEquals(call(admin), "Base: you");
                    assertEquals(call(Contexts.port(context)), "Base: you");
                    assertEquals(
                            context.getBean(ThriftServers.class)
                                    .running()
                                    .keySet()
                                    .toString(),
                            "[admin, thrift]");
                });
    }

    @Test
    public void withoutBeansAndPropertiesThereIsNoServer() {
        Contexts.bare().run(context -> {
            assertNull(context.getStartupFailure());
            assertTrue(context.getBean(ThriftServers.class).running().isEmpty());
        });
    }

    @Test
    public void disabled() {
        Contexts.runner(Served.class)
                .withPropertyValues("grizzly.thrift.server.enabled=false")
                .run(context -> assertTrue(
                        context.getBean(ThriftServers.class).running().isEmpty()));
    }

    @Test
    public void contextStopsAndStarts() {
        Contexts.runner(Served.class).run(context -> {
            ThriftServer first = context.getBean(ThriftServers.class).server(ThriftService.DEFAULT_SERVER);
            context.stop();
            assertFalse(first.isRunning());
            assertTrue(context.getBean(ThriftServers.class).running().isEmpty());
            context.start();
            assertEquals(call(Contexts.port(context)), "Base: you");
        });
    }

    @Test
    public void drainsBeforeBeansAreDestroyed() throws Exception {
        List<CompletableFuture<String>> results = new ArrayList<>();
        List<Object> states = new ArrayList<>();
        Contexts.runner(WithResource.class).run(context -> {
            Held held = context.getBean(Held.class);
            List<Object> published = context.getBean(WithResource.class).states;
            int port = Contexts.port(context);
            results.add(CompletableFuture.supplyAsync(() -> {
                try {
                    return call(port);
                } catch (TException e) {
                    return e.toString();
                }
            }));
            assertTrue(held.called.await(1, TimeUnit.MINUTES));
            ThriftServer server = context.getBean(ThriftServers.class).server(ThriftService.DEFAULT_SERVER);
            CompletableFuture<Void> closing = CompletableFuture.runAsync(context::close);
            Await.that("still ready", () -> !server.isReady() && !published.isEmpty());
            assertFalse(closing.isDone());
            states.addAll(published);
            held.released.countDown();
            closing.join();
        });
        assertEquals(get(results.get(0)), "complete");
        assertEquals(states, List.of(ReadinessState.REFUSING_TRAFFIC));
    }

    private static String get(CompletableFuture<String> result)
            throws InterruptedException, ExecutionException, TimeoutException {
        return result.get(1, TimeUnit.MINUTES);
    }

    @Test
    public void readinessReturnsWithTheServer() {
        Contexts.runner(Served.class).run(context -> {
            ApplicationAvailability availability = context.getBean(ApplicationAvailability.class);
            context.stop();
            assertEquals(availability.getReadinessState(), ReadinessState.REFUSING_TRAFFIC);
            context.start();
            assertEquals(availability.getReadinessState(), ReadinessState.ACCEPTING_TRAFFIC);
        });
    }

    @Test
    public void propertiesAreOptions() {
        Contexts.runner(Served.class)
                .withPropertyValues(
                        "grizzly.thrift.server.threads=3",
                        "grizzly.thrift.server.max-frame-bytes=1MB",
                        "grizzly.thrift.server.idle-timeout=5m",
                        "grizzly.thrift.server.dialects=framed,header",
                        "grizzly.thrift.server.reply-order=as-completed")
                .run(context -> {
                    ThriftServer server = context.getBean(ThriftServers.class).server("thrift");
                    assertEquals(server.config().limits().maxFrameBytes(), 1 << 20);
                    assertEquals(server.config().limits().idleTimeout().toMinutes(), 5);
                    assertEquals(
                            server.config().strategy().toString(),
                            WorkerThreadStrategy.ofThreads(3).toString());
                    assertEquals(server.config().shutdownGrace().toSeconds(), 29, "less than the phase");
                });
    }

    @Test
    public void virtualThreadsOfSpringBoot() {
        Contexts.runner(Served.class)
                .withPropertyValues("spring.threads.virtual.enabled=true")
                .run(context -> {
                    ThriftServer server = context.getBean(ThriftServers.class).server("thrift");
                    String expected = VirtualThreadStrategy.isSupported()
                            ? VirtualThreadStrategy.NAME
                            : WorkerThreadStrategy.NAME;
                    assertEquals(server.config().strategy().name(), expected);
                    assertEquals(call(Contexts.port(context)), "Base: you");
                });
    }

    @DataProvider
    Object[][] mistakes() {
        String server = "grizzly.thrift.server.";
        return new Object[][] {
            {new Class<?>[0], "", "no bean is served by it", "@ThriftService"},
            {new Class<?>[] {Twice.class}, "", "'first' and 'second' are both the Thrift service 'Base'", "another name"
            },
            {new Class<?>[] {NoHandler.class}, "", "NoHandler", "Iface"},
            {
                new Class<?>[] {OnAdmin.class, Served.class},
                "",
                "server 'admin', which is not configured",
                "servers.admin.port"
            },
            {
                new Class<?>[] {OnAdmin.class, Served.class},
                "grizzly.thrift.servers.admin.threads=1",
                "'admin' has no port",
                "servers.admin.port"
            },
            {new Class<?>[] {Served.class}, server + "threads=0", server + "threads is set to '0'", "Change the value"},
            {new Class<?>[] {Served.class}, server + "max-in-flight=0", server + "max-in-flight is set to '0'", "Change"
            },
            {new Class<?>[] {Served.class}, server + "max-frame-bytes=9GB", server + "max-frame-bytes", "Change"},
            {new Class<?>[] {Served.class}, server + "strategy=fast", "no such strategy, only same-thread", "Change"},
            {new Class<?>[] {Served.class}, server + "shutdown-grace=2m", "timeout-per-shutdown-phase", "raise"},
            {new Class<?>[] {Served.class}, server + "queue-capacity=0", server + "queue-capacity", "Change"},
            {
                new Class<?>[] {Served.class},
                server + "quick-bound=1ms",
                "the strategy worker-thread has no such option",
                "Change"
            },
            {
                new Class<?>[] {Served.class},
                server + "methods.whoAmI.threads=0",
                server + "methods.whoAmI.threads",
                "Change"
            },
            {
                new Class<?>[] {Served.class},
                server + "concurrency-limit.tolerance=0",
                "limit.tolerance is set to",
                "Change"
            },
            {new Class<?>[] {Served.class}, server + "access-rules.rules=nobody", "access-rules.rules is set", "Change"
            },
            {new Class<?>[] {Served.class}, server + "access-rules.interval=1s", "access-rules.rules is set", "Change"},
            {new Class<?>[] {Served.class}, server + "sasl.required=true", "no mechanism", "sasl.external=true"},
            {new Class<?>[] {Served.class}, server + "sasl.principal=hive/node1", "needs the property keytab", "Change"
            },
            {new Class<?>[] {Served.class}, server + "ssl.bundle=none", server + "ssl.bundle is set to 'none'", "Change"
            },
        };
    }

    @Test(dataProvider = "mistakes")
    public void mistakesAreReported(Class<?>[] beans, String property, String description, String action) {
        Contexts.runner(beans)
                .withPropertyValues(property)
                .run(context -> assertReported(context, description, action));
    }

    private static void assertReported(AssertableApplicationContext context, String description, String action) {
        FailureAnalysis analysis = Contexts.analysis(context);
        assertTrue(analysis.getDescription().contains(description), analysis.getDescription());
        assertTrue(analysis.getAction().contains(action), analysis.getAction());
    }

    @Test
    public void unknownPropertiesFail() {
        Contexts.runner(Served.class)
                .withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new org.springframework.core.env.MapPropertySource(
                                "file", java.util.Map.of("grizzly.thrift.server.threds", "3"))))
                .run(context -> assertTrue(
                        String.valueOf(context.getStartupFailure()).contains("grizzly.thrift"),
                        String.valueOf(context.getStartupFailure())));
    }

    @Test
    public void aPortThatIsTakenIsReportedAndNothingIsLeft() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Contexts.runner(Served.class, OnAdmin.class)
                    .withPropertyValues(
                            "grizzly.thrift.server.port=" + taken.getLocalPort(), "grizzly.thrift.servers.admin.port=0")
                    .run(context -> assertReported(context, "cannot listen on", "grizzly.thrift.server.port"));
        }
        Await.that(
                "threads are left",
                () -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(
                                thread -> thread.isAlive() && thread.getName().startsWith("admin-")));
    }

    @Test
    public void customizersHaveTheLastWord() {
        Contexts.runner(Served.class)
                .withBean(
                        ThriftServerCustomizer.class,
                        () -> (server, builder) ->
                                builder.backlog(7).slowCallThreshold(java.time.Duration.ofMinutes(1)))
                .run(context -> assertEquals(
                        context.getBean(ThriftServers.class)
                                .server("thrift")
                                .config()
                                .backlog(),
                        7));
    }

    @Test
    public void declaredExceptionsReachTheClient() {
        Contexts.runner(Refusing.class).run(context -> {
            try (ThriftClient client = Contexts.client(Contexts.port(context))) {
                client.stub(Base.Iface.class).baseCheck(7);
            } catch (Refused e) {
                assertEquals(e.getCode(), 7);
                return;
            } catch (CallFailedException e) {
                throw new AssertionError(e);
            }
            throw new AssertionError("not refused");
        });
    }

    @ThriftService
    static class Refusing extends BaseHandler {
        @Override
        public int baseCheck(int code) throws Refused {
            throw new Refused(code);
        }
    }
}
