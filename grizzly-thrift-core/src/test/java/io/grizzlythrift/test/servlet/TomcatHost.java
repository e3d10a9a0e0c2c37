package io.grizzlythrift.test.servlet;

import java.nio.file.Path;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Wrapper;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;

/** Tomcat. */
final class TomcatHost implements ServletHost {
    private static final String NAME = "thrift";

    private final Tomcat tomcat = new Tomcat();
    private final Context context;
    private final App app;

    TomcatHost(App app) throws LifecycleException {
        this.app = app;
        tomcat.setBaseDir(Path.of("target", "tomcat").toAbsolutePath().toString());
        tomcat.setPort(0);
        Connector connector = tomcat.getConnector();
        connector.setProperty("address", "127.0.0.1");
        connector.setProperty("connectionTimeout", String.valueOf(CONTAINER_TIMEOUT_MILLIS));
        context = tomcat.addContext("", null);
        addServlet();
        tomcat.start();
    }

    private void addServlet() {
        ((StandardContext) context).setUnloadDelay(app.stopDelay().toMillis());
        Wrapper wrapper = Tomcat.addServlet(context, NAME, app.servlet());
        wrapper.setAsyncSupported(app.async());
        wrapper.setLoadOnStartup(1);
        context.addServletMappingDecoded(PATH + "/*", NAME);
        app.filter().ifPresent(filter -> {
            FilterDef definition = new FilterDef();
            definition.setFilterName("filter");
            definition.setFilter(filter);
            definition.setAsyncSupported(String.valueOf(app.async()));
            context.addFilterDef(definition);
            FilterMap mapping = new FilterMap();
            mapping.setFilterName("filter");
            mapping.addURLPattern("/*");
            context.addFilterMap(mapping);
        });
    }

    @Override
    public int port() {
        return tomcat.getConnector().getLocalPort();
    }

    @Override
    public void undeploy() throws LifecycleException {
        context.stop();
    }

    @Override
    public void deploy() throws LifecycleException {
        addServlet(); // Tomcat forgets it when the application stops
        context.start();
    }

    @Override
    public void close() {
        try {
            tomcat.stop();
            tomcat.destroy();
        } catch (LifecycleException e) {
            throw new AssertionError(e);
        }
    }
}
