/**
 * Calls to frames, frames to results, by generated code.
 *
 * <pre>
 *   arguments --> GeneratedMethod.send ----> CallCodec --> frame
 *   result    &lt;-- GeneratedMethod.receive &lt;-- CallCodec &lt;-- frame
 *
 *   CallCodec          transport, protocol and generated clients, for one thread at a time: sets sequence ids, reads headers
 *                      and then the rest (a Message), copies messages with another id; renewed after a failure
 *   CodecPool          idle codecs for the next thread
 *   GeneratedService   one service of the client: its name if multiplexed, the factory of its generated clients
 *   GeneratedMethod    one method of it: MethodHandles of its generated send_ and recv_ methods; is it oneway?
 *   QueuedBytes        counts and limits the bytes of encoded calls; codecs reserve some ahead (Reservation)
 * </pre>
 */
package io.grizzlythrift.client.codec;
