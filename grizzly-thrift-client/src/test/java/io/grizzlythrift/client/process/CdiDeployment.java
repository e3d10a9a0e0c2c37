package io.grizzlythrift.client.process;

import io.grizzlythrift.cdi.ThriftService;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.cdi.ThriftClient;
import io.grizzlythrift.client.gen.ProbeBase;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.inject.Inject;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import org.jboss.weld.environment.se.Weld;
import org.jboss.weld.environment.se.WeldContainer;

/**
 * The life of a CDI application in a container, as {@link Deployment}: a client that is injected calls a bean that is
 * served.
 */
public final class CdiDeployment implements Callable<String> {
    private static final int CALLS = 20;

    @RequestScoped
    static class Request {
        private int calls;

        int call() {
            calls++;
            return calls;
        }
    }

    @ApplicationScoped
    @ThriftService(server = "deployed")
    static class Handler implements ProbeBase.Iface {
        @Inject
        Request request;

        @Override
        public void ping() {}

        @Override
        public int baseEcho(int value) {
            return value * request.call();
        }

        @Override
        public int baseCheck(int code) {
            return code;
        }
    }

    @ApplicationScoped
    static class Settings {
        void server(@Observes ThriftServerBuilder builder) {
            builder.listen("127.0.0.1", 0);
        }

        void client(@Observes ThriftClientBuilder builder, ThriftServer server) {
            builder.endpoint("127.0.0.1", server.port());
        }
    }

    static class Caller {
        @Inject
        @ThriftClient("deployed")
        ProbeBase.Iface stub;
    }

    /** Returns "deployed" if all calls got their replies. */
    @Override
    public String call() throws Exception {
        Weld weld = new Weld("deployed")
                .disableDiscovery()
                .addBeanClasses(Handler.class, Request.class, Settings.class, Caller.class)
                .property("org.jboss.weld.se.shutdownHook", false); // it would outlive the application
        ServiceLoader.load(Extension.class).forEach(weld::addExtension);
        try (WeldContainer container = weld.initialize()) {
            ProbeBase.Iface stub = container.select(Caller.class).get().stub;
            for (int i = 0; i < CALLS; i++) {
                if (stub.baseEcho(i) != i) {
                    return "wrong reply to " + i;
                }
            }
        }
        return "deployed";
    }
}
