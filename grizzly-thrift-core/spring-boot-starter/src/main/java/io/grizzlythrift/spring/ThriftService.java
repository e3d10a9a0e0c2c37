package io.grizzlythrift.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.stereotype.Component;

/**
 * Serves a bean to Thrift clients. The bean implements the generated {@code Iface}, {@code AsyncIface} or {@code
 * FutureIface} of a service.
 *
 * <pre>{@code
 * @ThriftService
 * class OrderService implements Orders.Iface { ... }
 * }</pre>
 *
 * <p>Component scans find such classes. A {@code @Bean} method can have the annotation instead; its return type must then
 * show the generated interface. Calls run concurrently on the threads of the server, so the bean must be thread-safe.
 * Aspects of the bean apply to its calls.
 *
 * <p>The server starts after all beans are created, and is drained before the first of them is destroyed. Its options
 * are the properties {@code grizzly.thrift.server.*}.
 */
@Component
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface ThriftService {
    /** The server of beans that name none, with the properties {@code grizzly.thrift.server.*}: {@value}. */
    String DEFAULT_SERVER = "thrift";

    /**
     * {@return the name for clients that use {@code TMultiplexedProtocol}: not blank, without a colon, once per server}
     * By default it is the name of the service in the IDL, and if the server has no other service, it also gets calls
     * that name no service.
     */
    String value() default "";

    /** {@return the name of the server} Others than the default have the properties {@code grizzly.thrift.servers.NAME.*}. */
    String server() default DEFAULT_SERVER;
}
