package io.grizzlythrift.client.balance;

import org.jspecify.annotations.Nullable;

/**
 * A call that needs a server, as a {@link Balancer} sees it.
 *
 * <p>Only the library implements it: methods may be added in any version.
 */
public interface BalancedCall {
    /** {@return the name of the method} */
    String method();

    /** {@return the routing key, which is the same for calls that belong together; null if the call has none} */
    @SuppressWarnings("exports") // JSpecify is optional at run time
    @Nullable
    Object routingKey();
}
