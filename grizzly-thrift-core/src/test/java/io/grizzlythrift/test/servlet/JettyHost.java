package io.grizzlythrift.test.servlet;

import jakarta.servlet.DispatcherType;
import java.util.EnumSet;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;

/** Jetty. */
final class JettyHost implements ServletHost {
    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server);
    private final ServletContextHandler context = new ServletContextHandler("/");

    JettyHost(App app) throws Exception {
        connector.setHost("127.0.0.1");
        connector.setIdleTimeout(CONTAINER_TIMEOUT_MILLIS);
        server.addConnector(connector);
        ServletHolder servlet = new ServletHolder("thrift", app.servlet());
        servlet.setAsyncSupported(app.async());
        servlet.setInitOrder(1);
        context.addServlet(servlet, PATH + "/*");
        app.filter().ifPresent(filter -> {
            FilterHolder holder = new FilterHolder(filter);
            holder.setAsyncSupported(app.async());
            context.addFilter(holder, "/*", EnumSet.of(DispatcherType.REQUEST));
        });
        ContextHandlerCollection contexts = new ContextHandlerCollection();
        contexts.addHandler(context);
        server.setHandler(contexts);
        server.start();
    }

    @Override
    public int port() {
        return connector.getLocalPort();
    }

    @Override
    public void undeploy() throws Exception {
        context.stop();
    }

    @Override
    public void deploy() throws Exception {
        context.start();
    }

    @Override
    public void close() {
        try {
            context.stop(); // Jetty closes the connections first if the server is stopped
            server.stop();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
