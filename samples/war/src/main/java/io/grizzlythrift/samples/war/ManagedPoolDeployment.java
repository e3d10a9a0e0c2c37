package io.grizzlythrift.samples.war;

import io.grizzlythrift.samples.calculator.CalculatorHandler;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import jakarta.enterprise.concurrent.ContextService;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import java.util.concurrent.Executor;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/**
 * As {@link CalculatorDeployment}, on a pool of the container: handlers may use {@code java:comp}, transactions and the
 * class loader of the application. Name this class as a listener in {@code web.xml} to use it in place of the other one.
 */
public final class ManagedPoolDeployment implements ServletContextListener {
    private ThriftServer server;

    @Override
    public void contextInitialized(ServletContextEvent event) {
        // @start region=pool
        ManagedExecutorService pool = lookup(poolName(event.getServletContext()), ManagedExecutorService.class);
        ContextService contexts = lookup("java:comp/DefaultContextService", ContextService.class);
        Executor inContext = contexts.currentContextExecutor(); // of this thread, which is the application's
        server = ThriftServer.builder()
                .name("calculator")
                .listen("127.0.0.1", Integer.getInteger("calculator.port", 9090))
                .processor(new Calculator.Processor<>(new NamingCalculator()))
                .strategy(WorkerThreadStrategy.of(task -> pool.execute(() -> inContext.execute(task)), 16))
                .jmx(true)
                .build()
                .start();
        // @end region=pool
    }

    @Override
    public void contextDestroyed(ServletContextEvent event) {
        if (server != null) { // else it did not start
            server.close();
            event.getServletContext()
                    .log("calculator received " + server.counters().calls() + " calls");
        }
    }

    private static String poolName(ServletContext application) {
        String configured = application.getInitParameter("pool");
        return configured == null ? "java:comp/DefaultManagedExecutorService" : configured;
    }

    @SuppressWarnings("BanJNDI") // the names are the application's own
    private static <T> T lookup(String name, Class<T> type) {
        try {
            return type.cast(InitialContext.doLookup(name));
        } catch (NamingException e) {
            throw new IllegalStateException("the container has no " + name, e);
        }
    }

    /** Looks up a name of the application in each ping, as handlers do for data sources. */
    private static final class NamingCalculator extends CalculatorHandler {
        @Override
        public void ping() {
            lookup("java:comp/DefaultContextService", ContextService.class);
            if (Thread.currentThread().getContextClassLoader() != getClass().getClassLoader()) {
                throw new IllegalStateException("not the class loader of the application: "
                        + Thread.currentThread().getContextClassLoader());
            }
        }
    }
}
