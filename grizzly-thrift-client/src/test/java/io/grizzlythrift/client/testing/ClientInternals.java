package io.grizzlythrift.client.testing;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.internal.call.InFlightTable;
import io.grizzlythrift.client.internal.call.ReplyReader;
import io.grizzlythrift.client.internal.connection.ClientContext;
import io.grizzlythrift.client.internal.connection.PooledConnection;
import io.grizzlythrift.client.internal.endpoint.Endpoint;
import io.grizzlythrift.client.internal.io.TimerThread;
import java.lang.reflect.Field;
import java.nio.channels.Selector;
import java.util.Arrays;
import java.util.List;

/** Reads private state of a client. */
public final class ClientInternals {
    private ClientInternals() {}

    /** Returns how many calls each open connection has: waiting, in flight, or abandoned without a reply. */
    public static List<Integer> placesTaken(ThriftClient client) {
        return openConnections(client).stream().map(PooledConnection::load).toList();
    }

    public static List<PooledConnection> openConnections(ThriftClient client) {
        List<?> endpoints = (List<?>) read(read(read(client, "pool"), "endpoints"), "all");
        return endpoints.stream()
                .flatMap(endpoint -> Arrays.stream(((Endpoint) endpoint).open().all()))
                .toList();
    }

    public static ReplyReader replyReader(PooledConnection connection) {
        return (ReplyReader) read(connection, "reader");
    }

    /** Returns which thread reads from a connection: the name of a state of its {@code ReplyReader}. */
    public static String reader(PooledConnection connection) {
        return read(replyReader(connection), "reader").toString();
    }

    /** Returns the selector on which callers wait for the socket; null before the first one has waited. */
    public static Selector callerSelector(PooledConnection connection) {
        return (Selector) read(read(replyReader(connection), "selector"), "selector");
    }

    /** Returns the calls of a connection by their ids. */
    public static InFlightTable calls(PooledConnection connection) {
        return (InFlightTable) read(connection, "table");
    }

    /** Returns the timers of a client. */
    public static TimerThread timers(ThriftClient client) {
        return ((ClientContext) read(client, "context")).threads().timers();
    }

    /** Returns the {@code SlowMethods} of the client. */
    public static Object slowMethods(ThriftClient client) {
        return read(read(client, "context"), "slowMethods");
    }

    private static Object read(Object owner, String name) {
        try {
            Field field = owner.getClass().getDeclaredField(name);
            field.setAccessible(true);
            return field.get(owner);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("the field has changed", e);
        }
    }
}
