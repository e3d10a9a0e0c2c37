package io.grizzlythrift.testkit.internal.fields;

import io.grizzlythrift.testkit.LoopbackServer;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields of a test class, and of its superclasses, that hold a server. */
public final class ServerFields {
    private ServerFields() {}

    /** {@return the servers in static fields, by the name of the field} */
    public static Map<String, LoopbackServer> ofClass(Class<?> type) {
        return of(type, null);
    }

    /** {@return the servers in the fields of an object, by the name of the field} */
    public static Map<String, LoopbackServer> ofInstance(Object test) {
        return of(test.getClass(), test);
    }

    private static Map<String, LoopbackServer> of(Class<?> type, @Nullable Object test) {
        Map<String, LoopbackServer> servers = new LinkedHashMap<>();
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
            for (Field field : each.getDeclaredFields()) {
                if (LoopbackServer.class.isAssignableFrom(field.getType())
                        && Modifier.isStatic(field.getModifiers()) == (test == null)) {
                    LoopbackServer server = value(field, test);
                    if (server != null) {
                        servers.put(field.getName(), server);
                    }
                }
            }
        }
        return servers;
    }

    private static @Nullable LoopbackServer value(Field field, @Nullable Object test) {
        try {
            field.setAccessible(true);
            return (LoopbackServer) field.get(test);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("cannot read " + field, e);
        }
    }

    /** Adds what has arrived at each server to the failure of a test. */
    public static void explain(Throwable failure, Map<String, LoopbackServer> servers) {
        servers.forEach(
                (name, server) -> failure.addSuppressed(new CallsOfServer(name + ": " + server.describeCalls())));
    }

    /** Text in the stack trace of a failed test. */
    private static final class CallsOfServer extends Exception {
        private static final long serialVersionUID = 1L;

        CallsOfServer(String text) {
            super(text, null, false, false);
        }
    }
}
