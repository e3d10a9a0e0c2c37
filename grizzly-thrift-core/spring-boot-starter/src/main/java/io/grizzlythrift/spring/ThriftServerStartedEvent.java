package io.grizzlythrift.spring;

import io.grizzlythrift.server.ThriftServer;
import org.springframework.context.ApplicationEvent;

/** Published on the thread that starts the context, once a server accepts calls. */
public final class ThriftServerStartedEvent extends ApplicationEvent {
    private static final long serialVersionUID = 1L;

    private final transient ThriftServer server;

    /**
     * Creates the event.
     *
     * @param source the bean that has started the server
     * @param server a server that runs
     */
    public ThriftServerStartedEvent(ThriftServers source, ThriftServer server) {
        super(source);
        this.server = server;
    }

    /** {@return the server; its port is bound} */
    public ThriftServer server() {
        return server;
    }
}
