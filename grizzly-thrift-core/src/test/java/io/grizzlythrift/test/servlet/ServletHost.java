package io.grizzlythrift.test.servlet;

import jakarta.servlet.Filter;
import jakarta.servlet.Servlet;
import java.time.Duration;
import java.util.Optional;

/** A servlet container on a free port of the loopback interface, with one servlet on {@value #PATH} and below. */
public interface ServletHost extends AutoCloseable {
    String PATH = "/thrift";

    /** The longest time that a container waits for its peers, in milliseconds. */
    int CONTAINER_TIMEOUT_MILLIS = 60_000;

    /** The container: one that ends within a minute what no peer and no servlet ends. */
    enum Container {
        TOMCAT {
            @Override
            public ServletHost start(App app) throws Exception {
                return new TomcatHost(app);
            }
        },
        JETTY {
            @Override
            public ServletHost start(App app) throws Exception {
                return new JettyHost(app);
            }
        };

        public abstract ServletHost start(App app) throws Exception;

        /** Starts a container that supports asynchronous requests, without a filter. */
        public ServletHost start(Servlet servlet) throws Exception {
            return start(new App(servlet, true, Optional.empty(), Duration.ofSeconds(20)));
        }
    }

    /**
     * What is deployed.
     *
     * @param async whether the servlet and the filter are declared to support asynchronous requests
     * @param stopDelay how long the container itself waits for requests before it destroys the servlet, if it does
     */
    record App(Servlet servlet, boolean async, Optional<Filter> filter, Duration stopDelay) {
        /** Returns an application without a filter, whose requests the container does not wait for. */
        public static App impatient(Servlet servlet) {
            return new App(servlet, true, Optional.empty(), Duration.ZERO);
        }
    }

    int port();

    /** Stops the application, which destroys the servlet. The container still accepts connections. */
    void undeploy() throws Exception;

    /** Starts the application again, after {@link #undeploy}. */
    void deploy() throws Exception;

    /** Stops the application and the container. */
    @Override
    void close();
}
