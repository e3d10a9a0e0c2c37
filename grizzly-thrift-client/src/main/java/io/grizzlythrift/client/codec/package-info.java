/**
 * Calls to frames, frames to results, by generated code.
 *
 * <pre>
 *   arguments --> GeneratedMethod.send ----> CallCodec --> frame
 *   result    &lt;-- GeneratedMethod.receive &lt;-- CallCodec &lt;-- frame
 *
 *   CallCodec          transport, TConfiguration, protocol and generated clients (TServiceClient), for one thread at a time.
 *                      Writes by an Encoder, passes the frame to a FrameTarget: a call, with its sequence id, an empty call
 *                      (a ping), a kept message again, a copy with another id (JSON differs), headers after the arguments.
 *                      Reads the header, of a compressed frame from its beginning, then a result, a RejectedCall (peer), an
 *                      exception, or leaves the rest to another codec (Message, resume). renew after a failure; stale if
 *                      that fails
 *   CodecPool          take and giveBack: idle codecs for the next thread, in 64 places by thread id; drops stale ones
 *
 *   CallHeaders        the headers of one call: those to be sent, timeout and previous attempts if there is room for them
 *                      (--> OutgoingHeader), those received, report to the consumer of the stub. In an argument field if the
 *                      dialect is not HEADER and an interceptor wants that
 *   StubHeaders        record of what all calls of a stub share: protocol id, transforms, headers, consumer of reply headers
 *   ReceivedHeaders    the Map of the headers of a reply: decoded at the first use, without those of the library
 *   TimeoutField       where the digits of the timeout are in an encoded call: finds the name of the header, overwrites the
 *                      digits with the time left when the call is sent
 *
 *   GeneratedService   one service of the client: index, name if multiplexed, factory; makes its generated clients, with a
 *                      TMultiplexedProtocol for the name
 *   GeneratedMethod    one method of it: MethodHandles of its generated send_ and recv_ methods; invokes them and passes on
 *                      what they throw; oneway if there is no recv_
 *
 *   QueuedBytes        maxQueuedBytes: bytes of calls encoded and not sent yet, is it full, rejections. Nested: Reservation,
 *                      bytes that a codec has taken ahead of its calls
 *   ByteLimit          takes and gives back bytes within a limit, by compare-and-set: for QueuedBytes, and for compressed
 *                      replies while they are decoded (takeOrGiveBack)
 * </pre>
 */
package io.grizzlythrift.client.codec;
