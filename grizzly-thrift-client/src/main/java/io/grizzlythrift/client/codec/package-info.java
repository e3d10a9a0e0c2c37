/**
 * Calls to frames, frames to results, by generated code.
 *
 * <pre>
 *   arguments --> ServiceMethod.send ----> CallCodec --> frame      CallMemory: how many bytes wait to be sent
 *   result    &lt;-- ServiceMethod.receive &lt;-- CallCodec &lt;-- frame      CodecPool: one codec per thread that is busy
 * </pre>
 */
package io.grizzlythrift.client.codec;
