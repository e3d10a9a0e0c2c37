/**
 * Serves beans of a Spring Boot application to Thrift clients, and provides stubs as beans.
 *
 * <pre>
 *  grizzly.thrift.server.*    {@code @ThriftService} beans          grizzly.thrift.client.NAME.*    {@code @ImportThriftClients}
 *            |                       |                                      |                           |
 *            +---- ThriftServers ----+                                      +------ ThriftClients ------+
 *                  built by start(), drained by stop()                             built for the first stub
 *                        |                                                                 |
 *                  health, meters, observations, /actuator/thrift, SSL bundles: the same for both
 * </pre>
 *
 * <p>Works with Spring Boot 3.5 and 4. The annotation {@code ThriftService} is not that of {@code io.grizzlythrift.cdi}:
 * this one is a {@code @Component}, so that component scans find it, and that one is a CDI stereotype. One annotation for
 * both would let javac warn of a missing class in each application that has only one of the two.
 */
@NullMarked
package io.grizzlythrift.spring;

import org.jspecify.annotations.NullMarked;
