package io.grizzlythrift.hk2;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.PatientLimits;
import io.grizzlythrift.test.gen.Base;
import io.grizzlythrift.test.gen.Everything;
import jakarta.inject.Singleton;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.async.AsyncMethodCallback;
import org.glassfish.hk2.utilities.binding.AbstractBinder;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests which handlers of a locator the server offers, and under which names. */
@Test(timeOut = 60_000)
public class ThriftBinderTest {
    private static ThriftBinder binder() {
        return onAnyPort(new ThriftBinder());
    }

    private static ThriftBinder onAnyPort(ThriftBinder binder) {
        return binder.server(options ->
                options.listen("127.0.0.1", 0).limits(PatientLimits.builder().build()));
    }

    /** Handlers of one contract: a name, or empty for none, and a rank. */
    private static final class Greeters extends AbstractBinder {
        @Override
        protected void configure() {
            bind(new Greeter("unnamed")).to(Base.Iface.class);
            bind(new Greeter("named")).to(Base.Iface.class).named("first");
            bind(new Greeter("better")).to(Base.Iface.class).ranked(5);
            bind(new Greeter("second")).to(Base.Iface.class).named("second").ranked(9);
        }
    }

    private static Everything.Iface everything() {
        return (Everything.Iface) Proxy.newProxyInstance(
                Everything.class.getClassLoader(),
                new Class<?>[] {Everything.Iface.class},
                (self, method, arguments) -> "everything: " + arguments[0]);
    }

    public void theHandlerOfTheLocatorIsServed() throws Exception {
        AbstractBinder handlers = new AbstractBinder() {
            @Override
            protected void configure() {
                bind(Greeter.class).to(Base.Iface.class).in(Singleton.class);
            }
        };
        try (Locator locator = Locator.empty(binder().service(Base.Iface.class), handlers);
                Caller caller = new Caller(locator.server())) {
            assertEquals(caller.plain().whoami("a"), "greeter: a");
            assertEquals(caller.of("Base").whoami("b"), "greeter: b", "also under the name that the IDL gave it");
            Greeter handler = (Greeter) locator.hk2.getService(Base.Iface.class);
            handler.reply.complete("this one");
            assertEquals(caller.plain().whoami(Greeter.HOLD), "this one", "another instance is served");
            assertSame(locator.server(), locator.server());
        }
    }

    public void severalServicesAreMultiplexed() throws Exception {
        AbstractBinder handlers = new AbstractBinder() {
            @Override
            protected void configure() {
                bind(new Greeter()).to(Base.Iface.class);
                bind(everything()).to(Everything.Iface.class);
            }
        };
        ThriftBinder both = binder().service(Base.Iface.class).service(Everything.Iface.class);
        try (Locator locator = Locator.empty(handlers, both);
                Caller caller = new Caller(locator.server())) {
            assertEquals(caller.of("Base").whoami("a"), "greeter: a");
            assertEquals(caller.of("Everything").whoami("b"), "everything: b");
            assertUnknown(caller.plain());
        }
    }

    private static void assertUnknown(Base.Client client) {
        TApplicationException failure = expectThrows(TApplicationException.class, () -> client.whoami("a"));
        assertEquals(failure.getType(), TApplicationException.UNKNOWN_METHOD);
    }

    /** As always in HK2. */
    public void withoutANameTheHighestRankIsServed() throws Exception {
        try (Locator locator = Locator.empty(new Greeters(), binder().service(Base.Iface.class));
                Caller caller = new Caller(locator.server())) {
            assertEquals(caller.plain().whoami("a"), "second: a");
        }
    }

    public void aNameSelectsItsHandlerOrTheBestUnnamedOne() throws Exception {
        ThriftBinder names = binder().service("first", Base.Iface.class)
                .service("second", Base.Iface.class)
                .service("third", Base.Iface.class);
        try (Locator locator = Locator.empty(new Greeters(), names);
                Caller caller = new Caller(locator.server())) {
            assertEquals(caller.of("first").whoami("a"), "named: a");
            assertEquals(caller.of("second").whoami("b"), "second: b");
            assertEquals(caller.of("third").whoami("c"), "better: c");
        }
    }

    public void aNamedServiceIsCalledByItsName() throws Exception {
        try (Locator locator = Locator.empty(new Greeters(), binder().service("third", Base.Iface.class));
                Caller caller = new Caller(locator.server())) {
            assertEquals(caller.of("third").whoami("a"), "better: a");
            assertUnknown(caller.plain());
            assertUnknown(caller.of("Base"));
        }
    }

    public void allServicesAreFound() throws Exception {
        AbstractBinder more = new AbstractBinder() {
            @Override
            protected void configure() {
                bind(everything()).to(Everything.Iface.class);
                bind(new NotGenerated.Handler()).to(NotGenerated.Iface.class);
            }
        };
        try (Locator locator = Locator.populated(new Greeters(), more, binder().allServices());
                Caller caller = new Caller(locator.server())) {
            assertEquals(caller.of("first").whoami("a"), "named: a");
            assertEquals(caller.of("second").whoami("b"), "second: b");
            assertEquals(caller.of("Base").whoami("c"), "better: c");
            assertEquals(caller.of("Everything").whoami("d"), "everything: d");
            TApplicationException failure = expectThrows(
                    TApplicationException.class, () -> caller.plain().whoami("e"));
            assertEquals(failure.getMessage(), "no service for 'whoami'");
        }
    }

    /** Has the name of a generated interface, but no processor next to it. */
    static final class NotGenerated {
        interface Iface {}

        private static final class Handler implements Iface {}

        private NotGenerated() {}
    }

    public void aSingleServiceNeedsNoName() throws Exception {
        AbstractBinder handler = new AbstractBinder() {
            @Override
            protected void configure() {
                bind(new Greeter()).to(Base.Iface.class);
            }
        };
        try (Locator locator = Locator.empty(handler, binder().allServices());
                Caller caller = new Caller(locator.server())) {
            assertEquals(caller.plain().whoami("a"), "greeter: a");
        }
    }

    public void aHandlerMayBeBoundToItsClass() throws Exception {
        AbstractBinder handlers = new AbstractBinder() {
            @Override
            protected void configure() {
                bindAsContract(Greeter.class).in(Singleton.class);
            }
        };
        try (Locator locator = Locator.empty(handlers, binder().service(Greeter.class));
                Caller caller = new Caller(locator.server())) {
            assertEquals(caller.plain().whoami("a"), "greeter: a");
            assertEquals(caller.of("Base").whoami("b"), "greeter: b");
        }
    }

    public void asynchronousHandlersAreServed() throws Exception {
        AbstractBinder handlers = new AbstractBinder() {
            @Override
            protected void configure() {
                bind(new CallbackGreeter()).to(Base.AsyncIface.class);
                bind(new FutureGreeter()).to(Base.FutureIface.class);
            }
        };
        ThriftBinder both =
                binder().service("callback", Base.AsyncIface.class).service("future", Base.FutureIface.class);
        try (Locator locator = Locator.empty(handlers, both);
                Caller caller = new Caller(locator.server())) {
            assertEquals(caller.of("callback").whoami("a"), "callback: a");
            assertEquals(caller.of("future").whoami("b"), "future: b");
        }
    }

    private static final class CallbackGreeter implements Base.AsyncIface {
        @Override
        public void ping(AsyncMethodCallback<Void> callback) {
            callback.onComplete(null);
        }

        @Override
        public void whoami(String greeting, AsyncMethodCallback<String> callback) {
            callback.onComplete("callback: " + greeting);
        }

        @Override
        public void baseCheck(int code, AsyncMethodCallback<Integer> callback) {
            callback.onComplete(code);
        }
    }

    private static final class FutureGreeter implements Base.FutureIface {
        @Override
        public CompletableFuture<Void> ping() {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletableFuture<String> whoami(String greeting) {
            return CompletableFuture.completedFuture("future: " + greeting);
        }

        @Override
        public CompletableFuture<Integer> baseCheck(int code) {
            return CompletableFuture.completedFuture(code);
        }
    }

    public void servicesOfTheOptionsAreServedToo() throws Exception {
        ThriftBinder binder = binder().service("bound", Base.Iface.class)
                .server(options -> options.processor(new Base.Processor<>(new Greeter("optional"))));
        try (Locator locator = Locator.empty(new Greeters(), binder);
                Caller caller = new Caller(locator.server())) {
            assertEquals(caller.plain().whoami("a"), "optional: a");
            assertEquals(caller.of("bound").whoami("b"), "better: b");
        }
    }

    public void oneLocatorMayHaveSeveralServers() throws Exception {
        ThriftBinder inner = onAnyPort(new ThriftBinder("inner")).service("first", Base.Iface.class);
        ThriftBinder outer = onAnyPort(new ThriftBinder("outer")).service("second", Base.Iface.class);
        try (Locator locator = Locator.empty(new Greeters(), inner, outer)) {
            ThriftServer first = locator.hk2.getService(ThriftServer.class, "inner");
            ThriftServer second = locator.hk2.getService(ThriftServer.class, "outer");
            assertEquals(first.config().name(), "inner");
            assertEquals(second.config().name(), "outer");
            try (Caller callsFirst = new Caller(first);
                    Caller callsSecond = new Caller(second)) {
                assertEquals(callsFirst.of("first").whoami("a"), "named: a");
                assertEquals(callsSecond.of("second").whoami("b"), "second: b");
                assertUnknown(callsFirst.of("second"));
            }
        }
    }

    public void oneBinderMayBeBoundIntoSeveralLocators() throws Exception {
        ThriftBinder binder = binder().service("first", Base.Iface.class);
        try (Locator one = Locator.empty(new Greeters(), binder);
                Locator other = Locator.empty(new Greeters(), binder)) {
            try (Caller caller = new Caller(one.server())) {
                assertEquals(caller.of("first").whoami("a"), "named: a");
            }
            try (Caller caller = new Caller(other.server())) {
                assertEquals(caller.of("first").whoami("b"), "named: b");
            }
        }
    }

    @DataProvider
    static Object[][] noServices() {
        return new Object[][] {
            {String.class, "java.lang.String does not"},
            {Base.class, "Base does not"},
            {NotGenerated.Iface.class, "NotGenerated$Iface does not"},
            {
                Ambiguous.class,
                "Ambiguous implements [io.grizzlythrift.test.gen.Base$AsyncIface, io.grizzlythrift.test.gen.Base$Iface]"
            },
        };
    }

    interface Ambiguous extends Base.Iface, Base.AsyncIface {}

    @Test(dataProvider = "noServices")
    public void aTypeThatIsNoServiceIsRejectedAtOnce(Class<?> contract, String why) {
        IllegalArgumentException rejection =
                expectThrows(IllegalArgumentException.class, () -> new ThriftBinder().service(contract));
        assertTrue(rejection.getMessage().endsWith(why), rejection.getMessage());
    }

    public void aNameMustNotBeBlank() {
        expectThrows(IllegalArgumentException.class, () -> new ThriftBinder(" "));
    }
}
