package io.grizzlythrift.cdi;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.hk2.Caller;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.gen.Base;
import io.grizzlythrift.test.server.ServerThreads;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.management.ObjectName;
import org.apache.thrift.TException;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests when a server starts and stops, and that nothing of it is left. */
@Test(timeOut = 60_000)
public class ServerLifecycleTest {
    private static final long SECONDS = 20;
    private static final String HOLD = "hold";

    private static volatile CompletableFuture<Void> entered;
    private static volatile CompletableFuture<Void> release;
    private static volatile CompletableFuture<Void> destroyed;
    private static volatile CompletableFuture<Void> storeDestroyed;

    @BeforeMethod
    void reset() {
        entered = new CompletableFuture<>();
        release = new CompletableFuture<>();
        destroyed = new CompletableFuture<>();
        storeDestroyed = new CompletableFuture<>();
    }

    /** What handlers need until their last call has ended. */
    @ApplicationScoped
    static class Store {
        String get() {
            return "stored";
        }

        @PreDestroy
        void destroy() {
            storeDestroyed.complete(null);
        }
    }

    @ThriftService(server = "lifecycle")
    static class Handler implements Base.Iface {
        @Inject
        Store store;

        @Inject
        Instance<ThriftServer> server;

        @Override
        public void ping() {}

        @Override
        public String whoami(String greeting) {
            String stored = store.get();
            if (greeting.equals(HOLD)) {
                entered.complete(null);
                release.join();
            }
            return stored + (destroyed.isDone() || storeDestroyed.isDone() ? ", destroyed" : "") + " "
                    + server.get().config().name();
        }

        @Override
        public int baseCheck(int code) {
            return code;
        }

        @PreDestroy
        void destroy() {
            destroyed.complete(null);
        }
    }

    private static Application start(String port) {
        return Application.of(
                Map.of(
                        "lifecycle.port", port,
                        "lifecycle.jmx", "true",
                        "lifecycle.shutdownGrace", "1h"),
                Handler.class,
                Store.class);
    }

    public void theEndOfTheApplicationDrains() throws Exception {
        Application application = start("0");
        int port = application.server().port();
        try (Caller caller = new Caller(port)) {
            CompletableFuture<String> call = inThread(() -> caller.plain().whoami(HOLD));
            entered.get(SECONDS, TimeUnit.SECONDS);
            CompletableFuture<String> end = inThread(() -> {
                application.close();
                return "ended";
            });
            Await.that("the server stops listening", () -> !isListening(port) || end.isDone());
            assertFalse(end.isDone(), "the application ended with a call in flight");
            release.complete(null);
            assertEquals(call.get(SECONDS, TimeUnit.SECONDS), "stored lifecycle");
            assertEquals(end.get(SECONDS, TimeUnit.SECONDS), "ended");
            assertTrue(destroyed.isDone(), "the handler was not destroyed");
        } finally {
            release.complete(null);
        }
    }

    private interface Task {
        String run() throws TException;
    }

    private static CompletableFuture<String> inThread(Task task) {
        CompletableFuture<String> result = new CompletableFuture<>();
        new Thread(
                        () -> {
                            try {
                                result.complete(task.run());
                            } catch (TException | RuntimeException | Error e) {
                                result.completeExceptionally(e);
                            }
                        },
                        "test")
                .start();
        return result;
    }

    private static boolean isListening(int port) {
        try {
            new Caller(port).close();
            return true;
        } catch (TException e) {
            return false;
        }
    }

    public void anApplicationLeavesNothingAndStartsAgain() throws Exception {
        ObjectName bean = new ObjectName("io.grizzlythrift:type=ThriftServer,name=\"lifecycle\"");
        int port = 0;
        for (int round = 0; round < 3; round++) {
            reset();
            Set<Thread> threads;
            try (Application application = start(String.valueOf(port))) {
                port = application.server().port();
                assertTrue(ManagementFactory.getPlatformMBeanServer().isRegistered(bean));
                try (Caller caller = new Caller(port)) {
                    assertEquals(caller.plain().whoami("a"), "stored lifecycle");
                }
                threads = ServerThreads.of("lifecycle");
                assertFalse(threads.isEmpty());
            }
            ServerThreads.assertEnd(threads);
            assertFalse(ManagementFactory.getPlatformMBeanServer().isRegistered(bean));
            new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
        }
    }

    public void anAddressInUseStopsTheApplication() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();
            UncheckedIOException thrown = expectThrows(
                    UncheckedIOException.class,
                    () -> start(String.valueOf(port)).close());
            assertTrue(thrown.getMessage().contains("cannot listen on"), thrown.getMessage());
        }
        assertTrue(destroyed.isDone(), "the handler of a server that never was");
        ServerThreads.assertEnd(ServerThreads.of("lifecycle"));
    }

    /** Handlers are not called before the observers of the application have made it ready. */
    @ApplicationScoped
    static class Preparation {
        static volatile String seen;

        void prepare(@Observes @Initialized(ApplicationScoped.class) Object event, Instance<ThriftServer> server) {
            seen = expectThrows(IllegalStateException.class, server::get).getMessage();
        }
    }

    public void theServerStartsAfterTheApplicationsObservers() {
        Application.of(Map.of("lifecycle.port", "0"), Handler.class, Store.class, Preparation.class)
                .close();
        assertTrue(
                Preparation.seen.startsWith("server 'lifecycle' does not run: it starts when the application is"),
                Preparation.seen);
    }

    /** Not even its properties are looked at. */
    public void withoutAServiceThereIsNoServer() {
        Set<Thread> before = ServerThreads.all();
        try (Application application = Application.of(Map.of("lifecycle.prot", "0"), Store.class)) {
            assertEquals(application.get(Store.class).get(), "stored");
            Set<Thread> started = ServerThreads.all();
            started.removeAll(before);
            assertEquals(
                    started.stream()
                            .filter(each -> each.getName().contains("thrift"))
                            .toList(),
                    List.of());
        }
    }
}
