package io.grizzlythrift.spring.internal.server;

import io.grizzlythrift.server.ThriftServer;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A server that has started, and what is bound to it. */
final class RunningServer {
    private static final Logger LOG = LoggerFactory.getLogger(RunningServer.class);

    private final ThriftServer server;
    private final List<AutoCloseable> bound = new ArrayList<>();

    private RunningServer(ThriftServer server) {
        this.server = server;
    }

    /** Starts a server. If that fails, or something cannot be bound, nothing is left of it. */
    static RunningServer start(ThriftServer server, List<ServerBinding> bindings) {
        RunningServer running = new RunningServer(server);
        boolean complete = false;
        try {
            server.start();
            bindings.forEach(binding -> running.bound.add(binding.bind(server)));
            running.keepAlive();
            complete = true;
            return running;
        } finally {
            if (!complete) {
                running.stop();
            }
        }
    }

    /** The threads of a server are daemons: without this one, an application without a web server would end. */
    private void keepAlive() {
        Thread thread = new Thread(
                () -> {
                    try {
                        server.awaitTermination();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                server.config().name() + "-keep-alive");
        thread.setDaemon(false);
        thread.start();
    }

    ThriftServer server() {
        return server;
    }

    /** Drains the server. Returns once it has stopped. */
    void stop() {
        try {
            server.close();
        } finally {
            bound.forEach(RunningServer::close);
        }
    }

    private static void close(AutoCloseable bound) {
        try {
            bound.close();
        } catch (Exception e) { // the others are closed all the same
            LOG.error("cannot unbind {}", bound, e);
        }
    }
}
