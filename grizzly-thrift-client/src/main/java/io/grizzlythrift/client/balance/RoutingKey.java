package io.grizzlythrift.client.balance;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Computes the routing key of a call from its arguments: calls with the same key belong together. Must be thread-safe.
 */
@FunctionalInterface
public interface RoutingKey {
    /**
     * Returns the key of a call. Runs on the calling thread, so it must be quick. If it throws, no call is made, and
     * the method of the stub throws the same exception, even if it returns a future or takes a callback.
     *
     * @param method the name of the method, as in the IDL
     * @param arguments the arguments in the order of the IDL; some may be null; valid until this method returns
     * @return a key whose hash code is the same in every process, such as a String, a number or a byte array; null for
     *     none
     */
    @SuppressWarnings("exports") // JSpecify is optional at run time
    @Nullable
    Object of(String method, List<? extends @Nullable Object> arguments);
}
