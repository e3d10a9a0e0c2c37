package io.grizzlythrift.client.cdi;

import jakarta.inject.Qualifier;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Injects a stub that calls the servers of a client, or the client itself.
 *
 * <pre>{@code
 * @Inject @ThriftClient("orders") Orders.Iface orders;                                 // blocks
 * @Inject @ThriftClient("orders") Orders.FutureIface futures;                          // completes a future
 * @Inject @ThriftClient(value = "shop", service = "Stock") Stock.Iface stock;          // one of several services
 * @Inject @ThriftClient("orders") io.grizzlythrift.client.ThriftClient client;         // for stubs with options
 * }</pre>
 *
 * <p>All injection points with the same name share one {@link io.grizzlythrift.client.ThriftClient}. It is created when
 * the first of them is used, and closed when the application ends, after its beans are destroyed. Stubs are thread-safe;
 * the {@code Iface}, {@code AsyncIface} and {@code FutureIface} of any generated service can be injected. To replace a
 * stub in a test, declare a bean with this qualifier that is an {@code @Alternative} with a priority. A client whose stubs
 * are all replaced needs no address.
 *
 * <p>The servers are set by a property: {@code grizzly.thrift.client.NAME.address}.
 */
@SuppressWarnings("exports") // CDI is optional: a module that uses it requires it
@Qualifier
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.FIELD, ElementType.PARAMETER})
public @interface ThriftClient {
    /** {@return the name of the client: letters, digits, {@code -} and {@code _}} */
    String value();

    /**
     * {@return the server's name for the service, as {@code TMultiplexedProtocol} sends it} By default, calls name no
     * service.
     */
    String service() default "";
}
