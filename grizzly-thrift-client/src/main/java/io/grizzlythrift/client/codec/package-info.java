/**
 * Calls to frames, frames to results, by generated code.
 *
 * <pre>
 *   arguments --> GeneratedMethod.send ----> CallCodec --> frame      QueuedBytes: how many bytes wait to be sent
 *   result    &lt;-- GeneratedMethod.receive &lt;-- CallCodec &lt;-- frame      CodecPool: one codec per thread that is busy
 * </pre>
 */
package io.grizzlythrift.client.codec;
