package io.grizzlythrift.spring;

import io.grizzlythrift.spring.internal.client.StubRegistrar;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Import;

/**
 * Declares stubs as beans. Goes on a {@code @Configuration} class, such as that of the application.
 *
 * <pre>{@code
 * @SpringBootApplication
 * @ImportThriftClients(client = "orders", types = {Orders.Iface.class, Orders.FutureIface.class})
 * @ImportThriftClients(client = "shop", types = Stock.Iface.class, service = "Stock")
 * class ShopApplication { ... }
 * }</pre>
 *
 * <p>The servers of a client are set by the property {@code grizzly.thrift.client.NAME.address}. All stubs of a client
 * share its connections. The client is created when the first of its stubs is injected, connects on its first call, and
 * is closed after the beans that use it. If beans of one type exist for several clients, or if the application serves
 * the same interface, choose one with {@code @Qualifier("NAME")}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Repeatable(ImportThriftClients.Container.class)
@Import(StubRegistrar.class)
public @interface ImportThriftClients {
    /** {@return the name of the client: letters, digits and {@code -}} */
    String client();

    /** {@return generated interfaces: {@code Iface}, {@code AsyncIface} or {@code FutureIface}, of any services} */
    Class<?>[] types();

    /**
     * {@return the server's name for the service, as {@code TMultiplexedProtocol} sends it} By default, calls name no
     * service.
     */
    String service() default "";

    /** Holds several annotations of one class. */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    @Import(StubRegistrar.class)
    @interface Container {
        /** {@return the annotations} */
        ImportThriftClients[] value();
    }
}
