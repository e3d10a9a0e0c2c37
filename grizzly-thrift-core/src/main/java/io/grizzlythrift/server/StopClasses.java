package io.grizzlythrift.server;

import io.grizzlythrift.internal.connection.ConnectionLimiter;
import io.grizzlythrift.internal.connection.ReadThrottle;
import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.internal.memory.MemoryBudget;
import io.grizzlythrift.strategy.internal.threads.EarlyInitialization;
import io.grizzlythrift.strategy.internal.util.MBeanRegistration;
import io.grizzlythrift.strategy.internal.util.ShortLivedThread;
import io.grizzlythrift.strategy.internal.util.ShutdownHook;
import io.grizzlythrift.tls.TlsFilter;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Context;
import org.glassfish.grizzly.ProcessorExecutor;
import org.glassfish.grizzly.WriteHandler;
import org.glassfish.grizzly.asyncqueue.MessageCloner;
import org.glassfish.grizzly.asyncqueue.RecordWriteResult;
import org.glassfish.grizzly.attributes.IndexedAttributeHolder;
import org.glassfish.grizzly.filterchain.DefaultFilterChain;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.FilterExecutor;
import org.glassfish.grizzly.nio.DefaultSelectorHandler;
import org.glassfish.grizzly.nio.NIOConnection;
import org.glassfish.grizzly.nio.transport.TCPNIOConnection;
import org.glassfish.grizzly.nio.transport.TCPNIOUtils;
import org.glassfish.grizzly.ssl.SSLBaseFilter;
import org.glassfish.grizzly.ssl.SSLConnectionContext;
import org.glassfish.grizzly.ssl.SSLEngineConfigurator;
import org.glassfish.grizzly.ssl.SSLFilter;
import org.glassfish.grizzly.utils.Futures;

/**
 * The classes that a server uses for the first time when it stops. A container may have closed their class loader by then,
 * for example because the deployment has failed for another reason; without them, the port would stay bound.
 */
final class StopClasses {
    private static final Class<?>[] CLASSES = {
        ConnectionLimiter.class,
        Drain.class,
        MBeanRegistration.class,
        MemoryAccount.class,
        MemoryBudget.class,
        ReadThrottle.class,
        ShortLivedThread.class,
        ShutdownHook.class,
        TlsFilter.class,
        Connection.class,
        Context.class,
        DefaultFilterChain.class,
        DefaultSelectorHandler.class,
        FilterChainContext.class,
        FilterExecutor.class,
        Futures.class,
        IndexedAttributeHolder.class,
        MessageCloner.class,
        NIOConnection.class,
        ProcessorExecutor.class,
        RecordWriteResult.class,
        SSLBaseFilter.class,
        SSLConnectionContext.class,
        SSLEngineConfigurator.class,
        SSLFilter.class,
        TCPNIOConnection.class,
        TCPNIOUtils.class,
        WriteHandler.class
    };

    /** Those that other packages do not show. */
    private static final String[] NAMES = {
        "io.grizzlythrift.tls.RecordEncryptor",
        "io.grizzlythrift.tls.TlsEngineFactory",
        "org.glassfish.grizzly.attributes.IndexedMapAttributeHolder", // of Grizzly 5
        "org.glassfish.grizzly.filterchain.ExecutorResolver"
    };

    private StopClasses() {}

    static void initialize() {
        EarlyInitialization.withNested(CLASSES);
        EarlyInitialization.withNested(StopClasses.class.getClassLoader(), NAMES);
    }
}
