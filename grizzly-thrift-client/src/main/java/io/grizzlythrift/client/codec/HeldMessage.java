package io.grizzlythrift.client.codec;

/**
 * The message of a call that waits for a connection, which then determines its sequence id.
 *
 * @param encoder writes the message: a copy of it, or the call itself if it keeps one for further attempts, or if its protocol
 *     does not allow another sequence id
 * @param bytes how many bytes are taken of {@link QueuedBytes}, until the message is released or has become a frame
 */
public record HeldMessage(CallCodec.Encoder encoder, int bytes) {}
