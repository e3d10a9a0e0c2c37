/**
 * Adds Thrift to Grizzly's HttpServer: on an address of its own, or on the port of HTTP. It needs {@code
 * org.glassfish.grizzly:grizzly-http-server}, and {@code grizzly-portunif} to share the port; both are optional dependencies.
 *
 * <pre>
 *   HttpServer --> NetworkListener --> TCPNIOTransport
 *                        v                   ^
 *                   ThriftAddOn --> ThriftListener: starts, drains and stops with the HttpServer
 * </pre>
 */
@NullMarked
package io.grizzlythrift.http.addon;

import org.jspecify.annotations.NullMarked;
