/**
 * What the Netty server and the Netty client share: the frames of a read are found where they lie, decoded from one
 * array, and replied to in one buffer. The plain server has a buffer for each frame and each reply.
 *
 * <pre>
 *   read --> {@link io.grizzlythrift.bench.netty.FrameHandler} --> {@link io.grizzlythrift.bench.netty.FrameTransport} --> protocol, generated code --> one ByteBuf
 *
 *   frame --> {@link io.grizzlythrift.bench.netty.ByteBufTransport} --> protocol, generated code --> ByteBuf      (plain)
 * </pre>
 */
package io.grizzlythrift.bench.netty;
