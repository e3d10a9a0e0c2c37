/**
 * Calls to frames, frames to results, by generated code.
 *
 * <pre>
 *   arguments --> GeneratedMethod.send ----> CallCodec --> frame      QueuedBytes: how many bytes wait to be sent
 *   result    &lt;-- GeneratedMethod.receive &lt;-- CallCodec &lt;-- frame      CodecPool: idle codecs for the next thread
 *
 *   CallCodec          transport and protocol of one thread: sequence ids, headers, messages copied with another id
 *   GeneratedService   one service of the client: its name if multiplexed, the factory of its generated clients
 *   GeneratedMethod    one method of it: handles of its generated send_ and recv_ methods
 * </pre>
 */
package io.grizzlythrift.client.codec;
