package io.grizzlythrift.testkit.junit;

import io.grizzlythrift.testkit.LoopbackServer;
import io.grizzlythrift.testkit.internal.fields.ServerFields;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/**
 * Looks after the servers in the fields of a JUnit 5 test. A server in an instance field is closed after its test. A server in
 * a static field, or of a test class with one instance for all tests, is {@linkplain LoopbackServer#clear() cleared} after each
 * test and closed after all of them. If a test fails, the calls that have arrived at each server are added to its failure.
 *
 * <pre>{@code
 * @ExtendWith(ThriftServerExtension.class)
 * class InvoiceTest {
 *     final ScriptedServer prices = ScriptedServer.of(Prices.class);
 *     final Invoices invoices = new Invoices(prices.host(), prices.port());
 *
 *     @Test
 *     void addsUpPrices() {
 *         prices.when("priceOf").thenReply(3).thenReply(4);
 *         assertEquals(7, invoices.total("pen", "ink"));
 *     }
 * }
 * }</pre>
 */
@SuppressWarnings("exports") // JUnit is optional
public final class ThriftServerExtension implements AfterEachCallback, AfterAllCallback, TestExecutionExceptionHandler {
    /** Created by JUnit, or by a test that registers it in a field. */
    public ThriftServerExtension() {}

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        Map<String, LoopbackServer> all = new LinkedHashMap<>();
        for (Object test : context.getRequiredTestInstances().getAllInstances()) {
            all.putAll(ServerFields.ofClass(test.getClass()));
            all.putAll(ServerFields.ofInstance(test));
        }
        ServerFields.explain(failure, all);
        throw failure;
    }

    @Override
    public void afterEach(ExtensionContext context) {
        boolean ends = context.getTestInstanceLifecycle()
                .filter(lifecycle -> lifecycle == TestInstance.Lifecycle.PER_CLASS)
                .isEmpty();
        for (Object test : context.getRequiredTestInstances().getAllInstances()) {
            ServerFields.ofInstance(test).values().forEach(ends ? LoopbackServer::close : LoopbackServer::clear);
            ServerFields.ofClass(test.getClass()).values().forEach(LoopbackServer::clear);
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        context.getTestInstance()
                .ifPresent(test -> ServerFields.ofInstance(test).values().forEach(LoopbackServer::close));
        ServerFields.ofClass(context.getRequiredTestClass()).values().forEach(LoopbackServer::close);
    }
}
