package io.grizzlythrift.site;

import io.grizzlythrift.call.MethodOptions;
import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.catalog.json.JsonTranscoder;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.config.RetryPolicy;
import io.grizzlythrift.client.security.SaslCredentials;
import io.grizzlythrift.compat.TGrizzlyHsHaServer;
import io.grizzlythrift.compat.TGrizzlyNonblockingServer;
import io.grizzlythrift.compat.TGrizzlyServer;
import io.grizzlythrift.compat.TGrizzlyThreadPoolServer;
import io.grizzlythrift.console.ConsoleConfig;
import io.grizzlythrift.hk2.ThriftBinder;
import io.grizzlythrift.http.ThriftHttpHandler;
import io.grizzlythrift.inspect.InspectOptions;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.security.SaslConfig;
import io.grizzlythrift.server.ThriftListener;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerFilter;
import io.grizzlythrift.servlet.ThriftServlet;
import io.grizzlythrift.strategy.AdaptiveStrategy;
import io.grizzlythrift.strategy.LeaderFollowerStrategy;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.VirtualThreadStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.tls.TlsConfig;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;

/** What options are set on, each fresh with its defaults. */
final class Builders {
    private static final Set<String> NO_OPTIONS = Set.of("self", "toBuilder");

    private static final Map<String, Supplier<Object>> ALL = Map.ofEntries(
            Map.entry("ThriftServerBuilder", ThriftServer::builder),
            Map.entry("ThriftListenerBuilder", () -> ThriftListener.builder(new TCPNIOTransport())),
            Map.entry("ServerLimits.Builder", ServerLimits::builder),
            Map.entry("WorkerThreadStrategy", WorkerThreadStrategy::create),
            Map.entry("LeaderFollowerStrategy", LeaderFollowerStrategy::create),
            Map.entry("SameThreadStrategy", SameThreadStrategy::create),
            Map.entry("AdaptiveStrategy", AdaptiveStrategy::create),
            Map.entry("VirtualThreadStrategy", VirtualThreadStrategy::create),
            Map.entry("MethodOptions", () -> MethodOptions.ofThreads(1)),
            Map.entry("ThriftClientBuilder", ThriftClient::builder),
            Map.entry("CallOptions", CallOptions::create),
            Map.entry("RetryPolicy", RetryPolicy::create),
            Map.entry("InspectOptions", InspectOptions::create),
            Map.entry("TlsConfig.Builder", TlsConfig::builder),
            Map.entry("SaslConfig.Builder", SaslConfig::builder),
            Map.entry("ConsoleConfig.Builder", ConsoleConfig::builder),
            Map.entry("SaslCredentials.Builder", () -> SaslCredentials.digestMd5("user", () -> new char[0])),
            Map.entry("JsonTranscoder.Builder", () -> JsonTranscoder.builder(ServiceCatalog.of())),
            Map.entry("ThriftHttpHandler.Builder", ThriftHttpHandler::builder),
            Map.entry("ThriftServlet.Builder", ThriftServlet::builder),
            Map.entry(
                    "ThriftServerFilter.Builder",
                    () -> ThriftServerFilter.builder(SameThreadStrategy.create().start("options", 1))),
            Map.entry("ThriftBinder", ThriftBinder::new),
            Map.entry("TGrizzlyServer.Args", () -> new TGrizzlyServer.Args(null)),
            Map.entry("TGrizzlyThreadPoolServer.Args", () -> new TGrizzlyThreadPoolServer.Args(null)),
            Map.entry("TGrizzlyHsHaServer.Args", () -> new TGrizzlyHsHaServer.Args(null)),
            Map.entry("TGrizzlyNonblockingServer.Args", () -> new TGrizzlyNonblockingServer.Args(null)));

    private Builders() {}

    static Object make(String name) {
        return ALL.get(name).get();
    }

    /** Every method that sets an option and answers with what it sets it on, by its signature on the page. */
    static Map<String, Method> options() {
        Map<String, Method> options = new TreeMap<>();
        ALL.forEach((name, maker) ->
                of(maker.get().getClass()).forEach((words, method) -> options.put(name + ": " + words, method)));
        return options;
    }

    private static Map<String, Method> of(Class<?> type) {
        Map<String, Method> options = new LinkedHashMap<>();
        for (Method method : type.getMethods()) {
            Class<?> answer = method.getReturnType();
            if (answer != Object.class
                    && !answer.isPrimitive()
                    && answer.isAssignableFrom(type)
                    && !answer.isInterface()
                    && Modifier.isPublic(method.getModifiers())
                    && !NO_OPTIONS.contains(method.getName())) {
                options.put(method.getName() + "(" + parameters(method) + ")", method);
            }
        }
        return options;
    }

    private static String parameters(Method method) {
        String types = Arrays.stream(method.getParameterTypes())
                .map(Class::getSimpleName)
                .collect(Collectors.joining(", "));
        return method.isVarArgs() ? types.replaceFirst("\\[]$", "...") : types;
    }
}
