/**
 * Calls to frames, frames to results, by generated code.
 *
 * <pre>
 *   arguments --> GeneratedMethod.send ----> CallCodec --> frame
 *   result    &lt;-- GeneratedMethod.receive &lt;-- CallCodec &lt;-- frame
 *
 *   CallCodec          transport, TConfiguration, protocol and generated clients (TServiceClient), for one thread at a time.
 *                      encode: sets the sequence id, passes the frame to a FrameTarget. read: the header, then a result, a
 *                      RejectedCall, or the rest for another codec (a Message); copies messages with another id; renewed
 *                      after a failure
 *   CallHeaders        in the dialect HEADER: the headers of one call, to be sent and received (ReceivedHeaders, decoded on
 *                      demand); elsewhere, if an interceptor wants that, those of an argument field; StubHeaders is what all
 *                      calls of a stub share
 *   TimeoutField       the timeout in an encoded call (CallHeaders put it first), updated when the call is sent
 *   CodecPool          idle codecs for the next thread, in places by thread id
 *   GeneratedService   one service of the client: its name if multiplexed, the factory of its generated clients
 *   GeneratedMethod    one method of it: MethodHandles of its generated send_ and recv_ methods, and how to invoke them; is
 *                      it oneway?
 *   QueuedBytes        counts and limits the bytes of encoded calls (maxQueuedBytes); codecs reserve some ahead (Reservation)
 *   ByteLimit          takes and gives back bytes within a limit, by compare-and-set: of those calls; of compressed replies
 *                      while they are decoded
 * </pre>
 */
package io.grizzlythrift.client.codec;
