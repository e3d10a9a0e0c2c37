package io.grizzlythrift.spring.internal.test;

import io.grizzlythrift.testkit.LoopbackServer;
import io.grizzlythrift.testkit.ScriptedServer;
import io.grizzlythrift.testkit.internal.fields.ServerFields;
import java.util.Map;
import org.springframework.context.ApplicationContext;

/** The scripted servers of a context, after a test. */
final class UsedServers {
    private UsedServers() {}

    /** Adds the calls that have arrived to the failure of a test. */
    static void explain(Throwable failure, ApplicationContext context) {
        ServerFields.explain(failure, Map.copyOf(context.getBeansOfType(LoopbackServer.class)));
    }

    /** Clears all servers. Returns whether all of them can serve another test. */
    static boolean clear(ApplicationContext context) {
        Map<String, ScriptedServer> servers = context.getBeansOfType(ScriptedServer.class);
        servers.values().forEach(ScriptedServer::clear);
        return servers.values().stream().allMatch(ScriptedServer::isListening);
    }
}
