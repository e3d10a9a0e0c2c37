package io.grizzlythrift.samples.jersey;

import io.grizzlythrift.server.ThriftServer;
import java.util.concurrent.CompletableFuture;
import org.glassfish.jersey.server.spi.AbstractContainerLifecycleListener;
import org.glassfish.jersey.server.spi.Container;

/**
 * Starts the Thrift server with Jersey. It does not stop it: Jersey shuts its locator down, which drains the server.
 */
final class ThriftBesideRest extends AbstractContainerLifecycleListener {
    /** The server, once it listens. */
    final CompletableFuture<ThriftServer> started = new CompletableFuture<>();

    // @start region=start
    @Override
    public void onStartup(Container container) {
        started.complete(container.getApplicationHandler().getInjectionManager().getInstance(ThriftServer.class));
    }
    // @end region=start
}
