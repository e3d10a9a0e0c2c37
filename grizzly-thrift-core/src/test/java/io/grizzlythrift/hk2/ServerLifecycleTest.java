package io.grizzlythrift.hk2;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.PatientLimits;
import io.grizzlythrift.test.gen.Base;
import jakarta.inject.Singleton;
import java.lang.annotation.Annotation;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.apache.thrift.TException;
import org.glassfish.hk2.api.MultiException;
import org.glassfish.hk2.api.PerLookup;
import org.glassfish.hk2.utilities.ServiceLocatorUtilities;
import org.glassfish.hk2.utilities.binding.AbstractBinder;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests when a bound server starts and stops, and which errors it reports. */
@Test(timeOut = 60_000)
public class ServerLifecycleTest {
    private static final long SECONDS = 20;

    /** Binds greeters that HK2 creates, and keeps the last one. */
    private static final class MadeByHk2 extends AbstractBinder {
        static final AtomicReference<Greeter> LAST = new AtomicReference<>();
        private final Class<? extends Annotation> scope;

        MadeByHk2(Class<? extends Annotation> scope) {
            this.scope = scope;
        }

        @Override
        protected void configure() {
            bind(Kept.class).to(Base.Iface.class).in(scope);
        }

        static final class Kept extends Greeter {
            Kept() {
                LAST.set(this);
            }
        }
    }

    private static ThriftBinder binder() {
        return new ThriftBinder()
                .service(Base.Iface.class)
                .server(options -> options.listen("127.0.0.1", 0)
                        .limits(PatientLimits.builder().build())
                        .shutdownGrace(Duration.ofSeconds(SECONDS)));
    }

    @DataProvider
    static Object[] scopes() {
        return new Object[] {Singleton.class, PerLookup.class};
    }

    @Test(dataProvider = "scopes")
    public void shutdownOfTheLocatorDrains(Class<? extends Annotation> scope) throws Exception {
        Locator locator = Locator.empty(new MadeByHk2(scope), binder());
        int port = locator.server().port();
        Greeter handler = MadeByHk2.LAST.get();
        try (Caller caller = new Caller(port)) {
            CompletableFuture<String> call =
                    CompletableFuture.supplyAsync(() -> held(caller), ServerLifecycleTest::inThread);
            handler.entered.get(SECONDS, TimeUnit.SECONDS);
            CompletableFuture<Void> shutdown =
                    CompletableFuture.runAsync(locator::close, ServerLifecycleTest::inThread);
            while (isListening(port) && !shutdown.isDone()) {
                LockSupport.parkNanos(200_000);
            }
            assertFalse(shutdown.isDone(), "shut down with a call in flight");
            handler.reply.complete("answered");
            assertEquals(call.get(SECONDS, TimeUnit.SECONDS), "answered");
            shutdown.get(SECONDS, TimeUnit.SECONDS);
            assertTrue(handler.disposed.isDone(), "the handler outlived its locator");
        } finally {
            handler.reply.complete("released");
            locator.close();
        }
        new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
    }

    /** Runs a task on its own thread: the common pool may have a single thread, and both tasks wait. */
    private static void inThread(Runnable task) {
        new Thread(task, "test").start();
    }

    private static String held(Caller caller) {
        try {
            return caller.plain().whoami(Greeter.HOLD);
        } catch (TException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean isListening(int port) {
        try {
            new Caller(port).close();
            return true;
        } catch (TException e) {
            return false;
        }
    }

    /** A singleton may have other users; an instance without a scope was created for the server and ends with it. */
    @Test(dataProvider = "scopes")
    public void closingTheServerDestroysItsOwnHandlers(Class<? extends Annotation> scope) {
        try (Locator locator = Locator.empty(new MadeByHk2(scope), binder())) {
            locator.hk2.getServiceHandle(ThriftServer.class).getService();
            Greeter handler = MadeByHk2.LAST.get();
            locator.hk2.getServiceHandle(ThriftServer.class).close();
            assertEquals(handler.disposed.isDone(), scope == PerLookup.class);
        }
    }

    public void theServerStartsOnFirstUse() {
        MadeByHk2.LAST.set(null);
        try (Locator locator = Locator.empty(new MadeByHk2(Singleton.class), binder())) {
            assertNull(MadeByHk2.LAST.get());
            assertTrue(locator.server().port() > 0);
        }
    }

    public void theImmediateScopeStartsTheServer() throws Exception {
        CompletableFuture<Void> made = new CompletableFuture<>();
        try (Locator locator = Locator.populated()) {
            ServiceLocatorUtilities.enableImmediateScope(locator.hk2);
            ThriftBinder binder = binder().immediately().server(options -> made.complete(null));
            locator.bind(new MadeByHk2(Singleton.class), binder);
            made.get(SECONDS, TimeUnit.SECONDS);
            int port = locator.server().port();
            try (Caller caller = new Caller(port)) {
                assertEquals(caller.plain().whoami("a"), "greeter: a");
            }
            locator.hk2.shutdown();
            assertFalse(isListening(port));
        }
    }

    /** The exception is logged because no caller receives it. */
    public void aServerThatCannotStartImmediatelyIsLogged() throws Exception {
        CompletableFuture<LogRecord> logged = new CompletableFuture<>();
        Handler capture = new Handler() {
            @Override
            public void publish(LogRecord record) {
                logged.complete(record);
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger(ThriftServerFactory.class.getName());
        logger.addHandler(capture);
        try (Locator locator = Locator.populated()) {
            ServiceLocatorUtilities.enableImmediateScope(locator.hk2);
            locator.bind(binder().immediately());
            Throwable why = logged.get(SECONDS, TimeUnit.SECONDS).getThrown();
            assertTrue(why.getMessage().startsWith("no handler is bound under"), why.getMessage());
        } finally {
            logger.removeHandler(capture);
        }
    }

    private static final AbstractBinder NO_HANDLER = new AbstractBinder() {
        @Override
        protected void configure() {}
    };

    private static final AbstractBinder NAMED_HANDLER = new AbstractBinder() {
        @Override
        protected void configure() {
            bind(new Greeter()).to(Base.Iface.class).named("named");
        }
    };

    private static final AbstractBinder BOTH_KINDS = new AbstractBinder() {
        @Override
        protected void configure() {
            bind(new Greeter()).to(Base.Iface.class);
            bind(new Base.AsyncClient(null, null, null)).to(Base.AsyncIface.class);
        }
    };

    @DataProvider
    static Object[][] mistakes() {
        String base = Base.class.getName();
        return new Object[][] {
            {NO_HANDLER, binder(), "no handler is bound under " + base + "$Iface; there are handlers under: []"},
            {
                NAMED_HANDLER,
                new ThriftBinder().service("other", Base.Iface.class),
                "no handler is bound under " + base + "$Iface, with the name 'other' or without a name; "
                        + "there are handlers under: [" + base + "$Iface]"
            },
            {
                NAMED_HANDLER,
                binder().strategy("no-thread"),
                "no strategy is bound under the name 'no-thread'; there are: "
                        + "[adaptive, leader-follower, same-thread, virtual-thread, worker-thread]"
            },
            {
                BOTH_KINDS,
                binder().service(Base.AsyncIface.class),
                "two services have the name 'Base': handlers of " + base + "$Iface and of " + base + "$AsyncIface"
            },
            {
                BOTH_KINDS,
                new ThriftBinder().allServices(),
                "two services have the name 'Base': handlers of " + base + "$Iface and of " + base + "$AsyncIface"
            },
            {NAMED_HANDLER, new ThriftBinder().service(Base.Iface.class), "no address to listen on"},
            {
                NAMED_HANDLER,
                new ThriftBinder().server(options -> options.listen("127.0.0.1", 0)),
                "nothing to serve: set processor, processorFactory or service"
            },
        };
    }

    @Test(dataProvider = "mistakes")
    public void errorsNameTheCause(AbstractBinder handlers, ThriftBinder binder, String message) {
        try (Locator locator = Locator.empty(handlers, binder)) {
            Throwable why = failure(locator);
            assertEquals(why.getClass(), IllegalStateException.class);
            assertTrue(why.getMessage().startsWith(message), why.getMessage());
        }
    }

    private static Throwable failure(Locator locator) {
        return expectThrows(MultiException.class, locator::server).getErrors().get(0);
    }

    public void aFailedStartIsRetried() throws Exception {
        ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ThriftBinder binder = new ThriftBinder()
                .service(Base.Iface.class)
                .server(options -> options.listen("127.0.0.1", taken.getLocalPort()));
        try (Locator locator = Locator.empty(new MadeByHk2(PerLookup.class), binder)) {
            Throwable why = failure(locator);
            assertTrue(why.getMessage().contains("cannot listen on"), why.getMessage());
            assertTrue(MadeByHk2.LAST.get().disposed.isDone(), "the handler of a server that never was");
            taken.close();
            try (Caller caller = new Caller(locator.server())) {
                assertEquals(caller.plain().whoami("a"), "greeter: a");
            }
        } finally {
            taken.close();
        }
    }
}
