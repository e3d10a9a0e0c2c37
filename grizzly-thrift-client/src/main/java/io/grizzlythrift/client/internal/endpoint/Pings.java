package io.grizzlythrift.client.internal.endpoint;

import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.internal.call.CallHeaders;
import io.grizzlythrift.client.internal.call.StubHeaders;
import io.grizzlythrift.client.internal.connection.ClientContext;
import io.grizzlythrift.client.internal.connection.PooledConnection;
import io.grizzlythrift.client.internal.io.TimerThread;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Pings unused connections: idle ones, so that a dead one is replaced before a call needs it, and one of each ejected server,
 * so that no call of the user has to probe the server, unless the server was ejected for failing calls. Runs on the timer
 * thread and on the maintenance thread.
 */
final class Pings {
    private final ClientContext context;
    private final EndpointSet endpoints;
    private final Consumer<Endpoint> connect;
    private final long idleNanos;
    private final Optional<StubHeaders> headers;
    private final TimerThread.Timer timer;

    /** @param connect has a server connected soon */
    Pings(ClientContext context, EndpointSet endpoints, Consumer<Endpoint> connect, Duration idle) {
        this.context = context;
        this.endpoints = endpoints;
        this.connect = connect;
        idleNanos = idle.toNanos();
        headers = context.headers(CallOptions.create());
        timer = context.threads().timers().timer(this::pingIdle);
    }

    void start() {
        timer.set(context.now() + idleNanos / 2);
    }

    void close() {
        timer.cancel();
    }

    private void pingIdle() {
        timer.set(context.now() + idleNanos / 2);
        for (Endpoint endpoint : endpoints.all()) {
            for (PooledConnection connection : endpoint.open().all()) {
                if (connection.isIdle(idleNanos)) {
                    ping(connection);
                }
            }
        }
    }

    /** Pings ejected servers whose backoff is over, once they are connected. */
    void probe() {
        for (Endpoint endpoint : endpoints.all()) {
            if (!endpoint.ejection().isProbing()) {
                continue;
            }
            PooledConnection connection = endpoint.open().leastOfAll();
            if (connection == null && endpoint.connections().canGrow()) {
                connect.accept(endpoint); // probed once it is open
            } else if (connection != null
                    && !endpoint.ejection().needsCall()
                    && endpoint.ejection().takeProbe(false)) {
                ping(connection);
            }
        }
    }

    private void ping(PooledConnection connection) {
        String method = context.config().pingMethod();
        long timeoutNanos = context.config().callTimeout().toNanos();
        PingCall ping = new PingCall(method, timeoutNanos, context.now(), connection);
        headers.ifPresent(each -> ping.headers(new CallHeaders(each)));
        try {
            if (connection.take(ping)) {
                connection.send(ping, (codec, id) -> codec.writeEmptyCall(method, id));
            }
        } catch (Throwable t) {
            connection.endBroken(ping, t);
        }
    }
}
