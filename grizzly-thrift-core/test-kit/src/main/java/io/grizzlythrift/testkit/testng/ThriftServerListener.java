package io.grizzlythrift.testkit.testng;

import io.grizzlythrift.testkit.LoopbackServer;
import io.grizzlythrift.testkit.internal.fields.ServerFields;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.testng.IClassListener;
import org.testng.IInvokedMethod;
import org.testng.IInvokedMethodListener;
import org.testng.ITestClass;
import org.testng.ITestResult;
import org.testng.annotations.Listeners;

/**
 * Looks after the servers in the fields of a TestNG class: {@linkplain LoopbackServer#clear() clears} them after each test
 * method, and closes them after the last one. If a test fails, the calls that have arrived at each server are added to its
 * failure. Not for test methods that run in parallel and share a server.
 *
 * <pre>{@code
 * @Listeners(ThriftServerListener.class)
 * public class InvoiceTest {
 *     private final ScriptedServer prices = ScriptedServer.of(Prices.class);
 *     ...
 * }
 * }</pre>
 *
 * <p>TestNG calls a listener for all classes of a run. This one leaves alone the classes that do not name it, and do not
 * extend one that does.
 */
@SuppressWarnings("exports") // TestNG is optional
public final class ThriftServerListener implements IClassListener, IInvokedMethodListener {
    /** Created by TestNG. */
    public ThriftServerListener() {}

    @Override
    public void afterInvocation(IInvokedMethod method, ITestResult result) {
        if (method.isTestMethod()) {
            Map<String, LoopbackServer> servers = serversOf(result.getInstance());
            if (result.getThrowable() != null) {
                ServerFields.explain(result.getThrowable(), servers);
            }
            servers.values().forEach(LoopbackServer::clear);
        }
    }

    @Override
    @SuppressWarnings("deprecation") // older versions of TestNG do not have the replacement
    public void onAfterClass(ITestClass testClass) {
        for (Object test : testClass.getInstances(false)) {
            serversOf(test).values().forEach(LoopbackServer::close);
        }
    }

    private static Map<String, LoopbackServer> serversOf(@Nullable Object test) {
        Map<String, LoopbackServer> servers = new LinkedHashMap<>();
        if (test != null && namesThis(test.getClass())) {
            servers.putAll(ServerFields.ofClass(test.getClass()));
            servers.putAll(ServerFields.ofInstance(test));
        }
        return servers;
    }

    private static boolean namesThis(Class<?> type) {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            Listeners listeners = each.getDeclaredAnnotation(Listeners.class);
            if (listeners != null && Arrays.asList(listeners.value()).contains(ThriftServerListener.class)) {
                return true;
            }
        }
        return false;
    }
}
