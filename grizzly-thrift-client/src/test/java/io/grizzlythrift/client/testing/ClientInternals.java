package io.grizzlythrift.client.testing;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.connection.PooledConnection;
import io.grizzlythrift.client.endpoint.Endpoint;
import io.grizzlythrift.client.pool.ConnectionPool;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.List;

/** Reads private state of a client. */
public final class ClientInternals {
    private ClientInternals() {}

    /** Returns how many calls each open connection has: waiting, in flight, or abandoned without a reply. */
    public static List<Integer> placesTaken(ThriftClient client) {
        ConnectionPool pool = (ConnectionPool) read(client, "pool");
        List<?> endpoints = (List<?>) read(read(pool, "endpoints"), "all");
        return endpoints.stream()
                .flatMap(endpoint -> Arrays.stream(((Endpoint) endpoint).open().all()))
                .map(PooledConnection::load)
                .toList();
    }

    /** Returns what the pool knows of the methods: its {@code SlowMethods}. */
    public static Object slowMethods(ThriftClient client) {
        return read(read(client, "pool"), "slowMethods");
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
