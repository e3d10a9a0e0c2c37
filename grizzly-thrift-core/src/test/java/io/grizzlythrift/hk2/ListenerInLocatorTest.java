package io.grizzlythrift.hk2;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.server.EchoTransport;
import io.grizzlythrift.server.ThriftListener;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.PatientLimits;
import io.grizzlythrift.test.gen.Base;
import org.glassfish.grizzly.strategies.WorkerThreadIOStrategy;
import org.glassfish.hk2.api.MultiException;
import org.glassfish.hk2.utilities.binding.AbstractBinder;
import org.testng.annotations.Test;

/** Tests a listener that a locator starts on a transport of the application, and stops with itself. */
@Test(timeOut = 60_000)
public final class ListenerInLocatorTest {
    private static final class Handlers extends AbstractBinder {
        @Override
        protected void configure() {
            bind(new Greeter("bound")).to(Base.Iface.class);
        }
    }

    private static ThriftBinder binder(EchoTransport host) {
        return new ThriftBinder("bound")
                .service(Base.Iface.class)
                .strategy("same-thread")
                .listener(
                        host::transport,
                        options -> options.listen("127.0.0.1", 0)
                                .limits(PatientLimits.builder().build()));
    }

    public void startsAndStopsWithTheLocator() throws Exception {
        try (EchoTransport host = EchoTransport.started(WorkerThreadIOStrategy.getInstance())) {
            ThriftListener listener;
            try (Locator locator = Locator.empty(new Handlers(), binder(host))) {
                listener = locator.hk2.getService(ThriftListener.class);
                assertSame(locator.hk2.getService(ThriftListener.class, "bound"), listener);
                assertNull(locator.hk2.getService(ThriftServer.class));
                assertEquals(listener.config().name(), "bound");
                assertEquals(listener.config().strategy().name(), "same-thread");
                try (Caller caller = new Caller(listener.port())) {
                    assertEquals(caller.plain().whoami("a"), "bound: a");
                }
            }
            assertFalse(listener.isRunning());
            host.assertEchoes();
        }
    }

    /** The next lookup tries again. */
    public void aHandlerThatIsMissing() throws Exception {
        try (EchoTransport host = EchoTransport.started(WorkerThreadIOStrategy.getInstance());
                Locator locator = Locator.empty(binder(host))) {
            expectThrows(MultiException.class, () -> locator.hk2.getService(ThriftListener.class));
            locator.bind(new Handlers());
            locator.hk2.getService(ThriftListener.class);
        }
    }

    /** Leader-follower would replace the threads of the transport. */
    public void aStrategyThatNeedsItsOwnTransport() throws Exception {
        try (EchoTransport host = EchoTransport.started(WorkerThreadIOStrategy.getInstance());
                Locator locator = Locator.empty(new Handlers(), binder(host).strategy("leader-follower"))) {
            MultiException failure =
                    expectThrows(MultiException.class, () -> locator.hk2.getService(ThriftListener.class));
            expectThrows(IllegalArgumentException.class, () -> {
                throw failure.getErrors().get(0);
            });
        }
    }

    public void eitherAServerOrAListener() throws Exception {
        try (EchoTransport host = EchoTransport.started(WorkerThreadIOStrategy.getInstance())) {
            expectThrows(IllegalStateException.class, () -> binder(host).server(options -> {}));
            expectThrows(
                    IllegalStateException.class,
                    () -> new ThriftBinder().server(options -> {}).listener(host::transport, options -> {}));
        }
    }
}
