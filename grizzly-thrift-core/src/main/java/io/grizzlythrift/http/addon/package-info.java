/**
 * Adds Thrift to Grizzly's HttpServer: on an address of its own, or on the port of HTTP, with Grizzly's port unification. That
 * also shares a port with any other protocol. The add-on needs {@code org.glassfish.grizzly:grizzly-http-server}, and a
 * shared port {@code grizzly-portunif}; both are optional dependencies.
 *
 * <pre>
 *   HttpServer --> NetworkListener --> TCPNIOTransport
 *                        v                   ^
 *                   ThriftAddOn --> ThriftListener: starts, drains and stops with the HttpServer
 *                                          ^
 *   PUFilter --> ThriftProtocolFinder: Thrift, or HTTP, or another protocol
 * </pre>
 */
@NullMarked
package io.grizzlythrift.http.addon;

import org.jspecify.annotations.NullMarked;
