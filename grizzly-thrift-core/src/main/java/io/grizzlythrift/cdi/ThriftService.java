package io.grizzlythrift.cdi;

import jakarta.enterprise.inject.Stereotype;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Serves a bean to Thrift clients. The bean implements the generated {@code Iface}, {@code AsyncIface} or {@code
 * FutureIface} of a service. It may be a class, or a producer method or field of such a type.
 *
 * <pre>{@code
 * @ThriftService
 * @ApplicationScoped
 * class OrderService implements Orders.Iface { ... }
 * }</pre>
 *
 * <p>Interceptors of the bean apply to its calls. A request context is active while a method of the bean runs, a new one
 * for each call, on whichever thread of the server runs it. It ends when the method returns: an asynchronous method that
 * replies later does so without one. Every scope is allowed. Without one, the bean is {@code @Dependent}: a single
 * instance serves all calls, from the start of the server to its end. Calls of a bean that is not request-scoped run
 * concurrently.
 *
 * <p>The server starts when the application is initialized, and stops before its beans are destroyed. Its address is set
 * by properties: {@code grizzly.thrift.server.NAME.port}.
 */
@SuppressWarnings("exports") // CDI is optional: a module that uses it requires it
@Stereotype
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.FIELD})
public @interface ThriftService {
    /** The name of a server, if a bean names none: {@value}. */
    String DEFAULT_SERVER = "thrift";

    /**
     * {@return the name for clients that use {@code TMultiplexedProtocol}: not blank, without a colon, once per server}
     * By default it is the name of the service in the IDL, and if the server has no other service, it also gets calls
     * that name no service.
     */
    String value() default "";

    /** {@return the name of the server: letters, digits, {@code -} and {@code _}} Beans with equal names share a server. */
    String server() default DEFAULT_SERVER;
}
