package io.grizzlythrift.hk2;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.call.ServerCallListener;
import io.grizzlythrift.call.ServerInterceptor;
import io.grizzlythrift.strategy.AdaptiveStrategy;
import io.grizzlythrift.strategy.LeaderFollowerStrategy;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import io.grizzlythrift.test.PatientLimits;
import io.grizzlythrift.test.gen.Base;
import jakarta.inject.Named;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.glassfish.hk2.utilities.ServiceLocatorUtilities;
import org.glassfish.hk2.utilities.binding.AbstractBinder;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests strategies and interceptors that are bound in a locator. */
@Test(timeOut = 60_000)
public class BoundPartsTest {
    private static final AbstractBinder HANDLER = new AbstractBinder() {
        @Override
        protected void configure() {
            bind(new Greeter()).to(Base.Iface.class);
        }
    };

    private static ThriftBinder binder() {
        return new ThriftBinder()
                .service(Base.Iface.class)
                .server(options -> options.listen("127.0.0.1", 0)
                        .limits(PatientLimits.builder().build()));
    }

    @DataProvider
    static Object[] strategies() {
        return new Object[] {
            SameThreadStrategy.NAME, WorkerThreadStrategy.NAME, LeaderFollowerStrategy.NAME, AdaptiveStrategy.NAME
        };
    }

    @Test(dataProvider = "strategies")
    public void anEmptyLocatorHasTheStrategiesOfTheLibrary(String strategy) throws Exception {
        try (Locator locator = Locator.empty(HANDLER, binder().strategy(strategy));
                Caller caller = new Caller(locator.server())) {
            assertEquals(locator.server().config().strategy().name(), strategy);
            assertEquals(caller.plain().whoami("a"), "greeter: a");
            assertEquals(locator.hk2.getAllServices(ProcessingStrategy.class).size(), 5);
        }
    }

    public void theStrategiesOfTheLibraryAreBoundOnce() {
        try (Locator locator = Locator.populated(HANDLER, binder(), new AbstractBinder() {
            @Override
            protected void configure() {
                install(new ThriftBinder("second")
                        .service(Base.Iface.class)
                        .server(options -> options.listen("127.0.0.1", 0)));
            }
        })) {
            locator.hk2.getAllServices(io.grizzlythrift.server.ThriftServer.class);
            assertEquals(locator.hk2.getAllServices(ProcessingStrategy.class).size(), 5);
        }
    }

    public void strategiesOfTheUserAreFoundByName() throws Exception {
        try (Locator locator = Locator.empty(HANDLER, binder().strategy("own"))) {
            ServiceLocatorUtilities.addClasses(locator.hk2, Own.class);
            try (Caller caller = new Caller(locator.server())) {
                assertEquals(locator.server().config().strategy().getClass(), Own.class);
                assertEquals(caller.plain().whoami("a"), "greeter: a");
            }
        }
    }

    /** If the application binds its own strategy under a name of the library, that one is used. */
    public void strategiesOfTheUserTakePrecedence() {
        WorkerThreadStrategy twoThreads = WorkerThreadStrategy.ofThreads(2);
        AbstractBinder own = new AbstractBinder() {
            @Override
            protected void configure() {
                bind(twoThreads).to(ProcessingStrategy.class).named(WorkerThreadStrategy.NAME);
            }
        };
        try (Locator locator = Locator.empty(HANDLER, own, binder().strategy(WorkerThreadStrategy.NAME))) {
            assertEquals(locator.server().config().strategy(), twoThreads);
        }
    }

    /** A strategy of the user. */
    @Named("own")
    static final class Own implements ProcessingStrategy {
        Own() {}

        @Override
        public String name() {
            return "own";
        }

        @Override
        public int defaultSelectorThreads() {
            return 1;
        }

        @Override
        public StrategyThreads start(String serverName, int selectorThreads) {
            return SameThreadStrategy.create().start(serverName, selectorThreads);
        }
    }

    public void allInterceptorsApply() throws Exception {
        List<String> seen = new CopyOnWriteArrayList<>();
        AbstractBinder interceptors = new AbstractBinder() {
            @Override
            protected void configure() {
                bind(noting("inner", seen)).to(ServerInterceptor.class);
                bind(noting("outer", seen)).to(ServerInterceptor.class).ranked(1);
            }
        };
        ThriftBinder binder = binder().server(options -> options.interceptor(noting("first", seen)));
        try (Locator locator = Locator.empty(HANDLER, interceptors, binder);
                Caller caller = new Caller(locator.server())) {
            assertEquals(caller.plain().whoami("a"), "greeter: a");
            assertEquals(seen, List.of("first whoami", "outer whoami", "inner whoami"));
        }
    }

    private static ServerInterceptor noting(String name, List<String> seen) {
        return call -> {
            seen.add(name + " " + call.method());
            return ServerCallListener.IGNORED;
        };
    }
}
