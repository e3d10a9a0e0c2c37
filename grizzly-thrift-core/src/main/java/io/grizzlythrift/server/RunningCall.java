package io.grizzlythrift.server;

import java.util.Optional;
import org.glassfish.grizzly.Connection;

/**
 * The call that one thread runs. A call runner writes a plain field at the begin and the end of each call; the thread is
 * looked up only by who asks.
 */
final class RunningCall {
    private static final ThreadLocal<RunningCall> CURRENT = ThreadLocal.withInitial(RunningCall::new);

    private ServerConnection connection;

    private RunningCall() {}

    static RunningCall ofThisThread() {
        return CURRENT.get();
    }

    void begin(ServerConnection on) {
        connection = on;
    }

    void end() {
        connection = null;
    }

    Optional<Connection<?>> connection() {
        return connection == null ? Optional.empty() : Optional.of(connection.connection());
    }
}
