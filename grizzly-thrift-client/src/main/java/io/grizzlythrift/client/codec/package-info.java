/**
 * Encodes calls into frames and decodes frames into results, with generated code.
 *
 * <pre>
 *   arguments --> GeneratedMethod.send ----> CallCodec --> frame
 *   result    &lt;-- GeneratedMethod.receive &lt;-- CallCodec &lt;-- frame
 *
 *   CallCodec          MessageTransport (message), the ProtocolClients of the client's protocol and of that which a
 *                      header names, and sets the seqid_ of a client; for one thread at a time. encode: has an Encoder write
 *                      a message, passes the frame to a FrameTarget (both nested): a call with its sequence id
 *                      (writeCall), an empty call (a ping), a kept message again (keepWritten, writeAgain), a copy with another id
 *                      (copyMessage; JSON differs); headers in front of it, or in place of the stop byte of the
 *                      arguments. takeMemory, for a frame. read: the header of a frame (of a compressed one, restores
 *                      only its beginning, bounded by a ByteLimit); then readResult, readRejection (RejectedCall, peer)
 *                      or readException; or another codec continues (Message, resume). renew after a failure; stale if
 *                      that fails
 *   ProtocolClients    one protocol over the transport (messages), and a generated TServiceClient per service for it
 *                      (clientOf)
 *   MessageCopy        copies a message from one protocol to another: a reply in another one than the client's, for a
 *                      Client over a transport
 *   HeldMessage        record: the message of a call that waits for a connection, and its bytes of QueuedBytes
 *   CallBuffers        the arrays of its FrameOutput, into which it encodes calls one after another; replaces one that
 *                      is three quarters full (begin, end) by itself, an earlier free one or a new one; drops large
 *                      ones
 *   CallBuffer         one of them: counts its calls (add) and those whose bytes were copied; free if these are all
 *   CodecPool          take, giveBack: at most 64 idle codecs, for any thread, in an ObjectPool (memory.pool); no stale ones
 *
 *   CallHeaders        the headers of one call: those to send, timeout and previous attempts if there is room for them
 *                      (--> OutgoingHeader), those received; reports these to the consumer of the stub. In an argument
 *                      field if the dialect is not HEADER and an interceptor asks for that
 *   StubHeaders        record of what all calls of a stub share: protocol id, transforms, headers, consumer of reply
 *                      headers
 *   ReceivedHeaders    the headers of a reply as a Map (containsKey, entrySet): decoded from the FrameHeader at the
 *                      first access, without those of the library
 *   TimeoutField       the position of the timeout's digits in an encoded call: finds the name of the header,
 *                      overwrites the digits with the milliseconds left when the call is sent (update)
 *
 *   GeneratedService   one service of the client: index, name if multiplexed, factory; creates its generated clients
 *                      (getClient), with a TMultiplexedProtocol for the name
 *   GeneratedMethod    one method of it: MethodHandles of its generated send_ and recv_ methods, which
 *                      GeneratedInterface (stub) finds; invokes them and rethrows their exceptions; oneway if there is
 *                      no recv_
 *
 *   QueuedBytes        maxQueuedBytes: bytes of calls encoded and not sent yet, isFull, rejections; bytes of copies kept
 *                      for further attempts, and calls without one (notKept). Nested:
 *                      Reservation, bytes that a codec has taken in advance
 *   ByteLimit          takes and gives back bytes within a limit, by compare-and-set: for QueuedBytes, and for
 *                      compressed replies while they are decoded (takeOrGiveBack)
 * </pre>
 */
package io.grizzlythrift.client.codec;
