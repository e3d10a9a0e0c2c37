package io.grizzlythrift.client.balance;

/** A call that needs a server, as a {@link Balancer} sees it. */
public interface BalancedCall {
    /** {@return the name of the method} */
    String method();

    /** {@return the key by which calls belong together; null if the call has none} */
    Object routingKey();
}
