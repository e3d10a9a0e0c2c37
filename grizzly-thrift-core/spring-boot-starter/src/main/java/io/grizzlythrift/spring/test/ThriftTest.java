package io.grizzlythrift.spring.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Replaces the servers that an application calls with servers that the test scripts. Goes beside {@code @SpringBootTest}, or
 * any other annotation of Spring that creates a context for a test, with JUnit 5 or TestNG.
 *
 * <pre>{@code
 * @SpringBootTest
 * @ThriftTest
 * class InvoicesTest {
 *     @Autowired
 *     @Qualifier("prices") // the name of the client; needed if there are several
 *     ScriptedServer prices;
 *
 *     @Autowired
 *     Invoices invoices;
 *
 *     @Test
 *     void addsUpPrices() {
 *         prices.when("priceOf").thenReply(3).thenReply(4);
 *         assertEquals(7, invoices.total("pen", "ink"));
 *     }
 * }
 * }</pre>
 *
 * <p>Each client gets a {@code ScriptedServer} of its own on a free port, a bean with the name of the client as its qualifier.
 * It knows the services whose stubs the application imports for the client. The properties {@code
 * grizzly.thrift.client.NAME.*} of the test point at it, without TLS, SASL or discovery; all others stay, such as retries and
 * timeouts. Servers of the application listen on free ports as well, unless the test itself sets their ports; see
 * {@link io.grizzlythrift.spring.LocalThriftPort}.
 *
 * <p>Tests with the same annotation and the same configuration share a context, and so its scripted servers. After each test
 * method, their scripts and calls are cleared; if the method has stopped or drained one, the next test gets a new context. If
 * a test fails, its failure lists the calls that have arrived.
 *
 * <p>Needs {@code io.grizzlythrift:grizzly-thrift-test}.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface ThriftTest {
    /** {@return the names of clients} By default, all for which {@code @ImportThriftClients} imports stubs. */
    String[] clients() default {};

    /**
     * {@return generated classes of further services, such as {@code Prices.class}} Each scripted server knows them. For
     * clients whose stubs are not imported, but created by {@link io.grizzlythrift.spring.ThriftClients}.
     */
    Class<?>[] services() default {};
}
