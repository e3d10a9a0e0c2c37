/**
 * Encodes calls into frames and decodes frames into results, with generated code.
 *
 * <pre>
 *   arguments --> GeneratedMethod.send ----> CallCodec --> frame
 *   result    &lt;-- GeneratedMethod.receive &lt;-- CallCodec &lt;-- frame
 *
 *   CallCodec          transport, TConfiguration, protocol and generated clients (TServiceClient), for one thread at a
 *                      time. Writes with an Encoder, passes the frame to a FrameTarget: a call with its sequence id, an
 *                      empty call (a ping), a kept message again, a copy with another id (JSON differs), headers after
 *                      the arguments. Reads the header (of a compressed frame, restores only its beginning), then a
 *                      result, a RejectedCall (peer) or an exception, or leaves the rest to another codec (Message,
 *                      resume). renew after a failure; stale if that fails
 *   CallBuffers        the arrays into which a codec encodes calls, one after another; replaces a full one (begin, end) by
 *                      itself, an earlier one or a new one
 *   CallBuffer         one of them: counts its calls (add) and those whose bytes were copied; free if these are all
 *   CodecPool          take and giveBack: idle codecs for the next thread, in 64 slots by thread id; drops stale ones
 *
 *   CallHeaders        the headers of one call: those to send, timeout and previous attempts if there is room for them
 *                      (--> OutgoingHeader), those received, report to the consumer of the stub. In an argument field
 *                      if the dialect is not HEADER and an interceptor asks for that
 *   StubHeaders        record of what all calls of a stub share: protocol id, transforms, headers, consumer of reply
 *                      headers
 *   ReceivedHeaders    the Map of the headers of a reply: decoded at the first access, without those of the library
 *   TimeoutField       the position of the timeout's digits in an encoded call: finds the name of the header,
 *                      overwrites the digits with the time left when the call is sent
 *
 *   GeneratedService   one service of the client: index, name if multiplexed, factory; creates its generated clients,
 *                      with a TMultiplexedProtocol for the name
 *   GeneratedMethod    one method of it: MethodHandles of its generated send_ and recv_ methods; invokes them and
 *                      rethrows their exceptions; oneway if there is no recv_
 *
 *   QueuedBytes        maxQueuedBytes: bytes of calls encoded and not sent yet, isFull, rejections. Nested:
 *                      Reservation, bytes that a codec has taken in advance
 *   ByteLimit          takes and gives back bytes within a limit, by compare-and-set: for QueuedBytes, and for
 *                      compressed replies while they are decoded (takeOrGiveBack)
 * </pre>
 */
package io.grizzlythrift.client.codec;
