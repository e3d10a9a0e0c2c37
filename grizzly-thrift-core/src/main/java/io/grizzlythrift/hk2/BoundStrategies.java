package io.grizzlythrift.hk2;

import io.grizzlythrift.strategy.AdaptiveStrategy;
import io.grizzlythrift.strategy.LeaderFollowerStrategy;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.VirtualThreadStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.glassfish.hk2.api.Descriptor;
import org.glassfish.hk2.api.ServiceLocator;
import org.glassfish.hk2.utilities.BuilderHelper;
import org.glassfish.hk2.utilities.ServiceLocatorUtilities;

/** Finds strategies in a locator by name. */
final class BoundStrategies {
    private static final Map<String, Class<? extends ProcessingStrategy>> BUILT_IN = Map.of(
            SameThreadStrategy.NAME, SameThreadStrategy.class,
            WorkerThreadStrategy.NAME, WorkerThreadStrategy.class,
            LeaderFollowerStrategy.NAME, LeaderFollowerStrategy.class,
            AdaptiveStrategy.NAME, AdaptiveStrategy.class,
            VirtualThreadStrategy.NAME, VirtualThreadStrategy.class);

    private BoundStrategies() {}

    /**
     * Binds the strategies of the library that are missing. A locator that was not populated from {@code
     * META-INF/hk2-locator/default}, such as Jersey's, has none. Synchronized, because two servers of a locator may be
     * created at the same time and must not bind a strategy twice.
     */
    static synchronized void addMissing(ServiceLocator locator) {
        BUILT_IN.forEach((name, type) -> {
            if (locator.getServiceHandle(ProcessingStrategy.class, name) == null) {
                ServiceLocatorUtilities.addClasses(locator, type);
            }
        });
    }

    /** Throws IllegalStateException, which lists the bound names, if no strategy has this name. */
    static ProcessingStrategy get(ServiceLocator locator, String name) {
        ProcessingStrategy strategy = locator.getService(ProcessingStrategy.class, name);
        if (strategy == null) {
            throw new IllegalStateException("no strategy is bound under the name '" + name + "'; there are: "
                    + locator
                            .getDescriptors(BuilderHelper.createContractFilter(ProcessingStrategy.class.getName()))
                            .stream()
                            .map(Descriptor::getName)
                            .filter(Objects::nonNull)
                            .collect(Collectors.toCollection(TreeSet::new)));
        }
        return strategy;
    }
}
