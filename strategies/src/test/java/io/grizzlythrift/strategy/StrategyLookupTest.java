package io.grizzlythrift.strategy;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNotNull;

import io.grizzlythrift.strategy.spi.StrategyThreads;
import jakarta.inject.Named;
import org.glassfish.hk2.api.ServiceLocator;
import org.glassfish.hk2.utilities.ServiceLocatorUtilities;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that an HK2 locator finds strategies by name, including one that a user added. */
public class StrategyLookupTest {
    private ServiceLocator locator;

    @BeforeClass
    void createLocator() {
        locator = ServiceLocatorUtilities.createAndPopulateServiceLocator();
    }

    @AfterClass
    void shutdownLocator() {
        locator.shutdown();
    }

    @DataProvider
    Object[][] names() {
        return new Object[][] {
            {"same-thread", SameThreadStrategy.class},
            {"worker-thread", WorkerThreadStrategy.class},
            {"leader-follower", LeaderFollowerStrategy.class},
            {"adaptive", AdaptiveStrategy.class},
            {"virtual-thread", VirtualThreadStrategy.class}
        };
    }

    @Test(dataProvider = "names")
    void isFoundByName(String name, Class<?> type) {
        ProcessingStrategy strategy = locator.getService(ProcessingStrategy.class, name);
        assertNotNull(strategy, name);
        assertEquals(strategy.getClass(), type);
        assertEquals(strategy.name(), name);
        assertEquals(ProcessingStrategy.named(name).getClass(), type);
    }

    @Test
    void usersOwnStrategyIsFoundByName() {
        ServiceLocatorUtilities.addClasses(locator, Own.class);
        assertEquals(locator.getService(ProcessingStrategy.class, "own").name(), "own");
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
}
