/**
 * Shares a port between Thrift and other protocols, with Grizzly's port unification. It needs {@code
 * org.glassfish.grizzly:grizzly-portunif}, which is an optional dependency.
 *
 * <pre>
 *   TransportFilter
 *      v
 *   PUFilter --> ThriftProtocolFinder: Thrift?
 *      |                 v
 *      v              the filters of a ThriftListener
 *   HTTP, or another protocol
 * </pre>
 */
@NullMarked
package io.grizzlythrift.portunif;

import org.jspecify.annotations.NullMarked;
