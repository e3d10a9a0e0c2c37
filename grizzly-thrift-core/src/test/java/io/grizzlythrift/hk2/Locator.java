package io.grizzlythrift.hk2;

import io.grizzlythrift.server.ThriftServer;
import java.util.concurrent.atomic.AtomicInteger;
import org.glassfish.hk2.api.ServiceLocator;
import org.glassfish.hk2.utilities.Binder;
import org.glassfish.hk2.utilities.ServiceLocatorUtilities;

/** An HK2 locator that is shut down at the end of its test. */
final class Locator implements AutoCloseable {
    /** HK2 returns one locator for equal names, so each needs its own. */
    private static final AtomicInteger NAMES = new AtomicInteger();

    final ServiceLocator hk2;

    private Locator(ServiceLocator hk2) {
        this.hk2 = hk2;
    }

    /** Creates a locator that is populated from the class path, as in GlassFish. */
    static Locator populated(Binder... binders) {
        return new Locator(ServiceLocatorUtilities.createAndPopulateServiceLocator(name())).bind(binders);
    }

    /** Creates an empty locator, as in Jersey. */
    static Locator empty(Binder... binders) {
        return new Locator(ServiceLocatorUtilities.bind(name(), binders));
    }

    private static String name() {
        return "test-" + NAMES.incrementAndGet();
    }

    Locator bind(Binder... binders) {
        ServiceLocatorUtilities.bind(hk2, binders);
        return this;
    }

    ThriftServer server() {
        return hk2.getService(ThriftServer.class);
    }

    @Override
    public void close() {
        hk2.shutdown();
    }
}
