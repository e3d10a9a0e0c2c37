/**
 * The transport that the Netty server and the Netty client share.
 *
 * <pre>
 *   ByteBuf --> {@link io.grizzlythrift.bench.netty.ByteBufTransport} --> protocol, generated code --> ByteBuf
 * </pre>
 */
package io.grizzlythrift.bench.netty;
