/**
 * Serves Thrift messages: from the frames of a read to one write of their replies.
 *
 * <pre>
 *   {@link io.grizzlythrift.frame.FrameBatch}
 *        v
 *   {@link io.grizzlythrift.server.ThriftServerFilter}      Admission: limits, drain
 *        |  ConnectionBatch: calls numbered per connection
 *        v
 *   {@link io.grizzlythrift.strategy.StrategyThreads}         who runs them
 *        v
 *   CallRunner (one per thread)   header -> services -> generated processor -> reply, appended to this thread's HeldReplies
 *        |                                                                          ^
 *        v                                                                          |  replies that wait behind a slow call
 *   ReplyLine (one per connection)  puts replies in order, one writer at a time     |
 *        v                                                                          |
 *   ReplySink                       one write                               ReplySweeper (one per server)
 * </pre>
 *
 * <p>Limits: AcceptGate counts connections before they are here; Admission decides about calls; Intake stops the reading
 * of a connection that has too much to answer or to send; the Patrol visits the ConnectionWatch of each connection for
 * the limits of time; a {@link io.grizzlythrift.memory.MemoryBudget} bounds what frames and replies take, with an account
 * for each connection. LimitEvents counts and logs what was reached.
 *
 * <p>{@link io.grizzlythrift.server.MessageService} stands beside the filter, for messages that come another way: each
 * becomes a MessageCall, a batch of one with a ReplyLine of its own that ends in a
 * {@link io.grizzlythrift.server.MessageExchange}. IncomingMessage collects the parts of one.
 *
 * <p>Numbers: each thread has a CallRecorder, which counts the calls that end on it into a MethodTable of its own;
 * {@link io.grizzlythrift.server.ServerMetrics} sums the tables when it is asked, and JMX reads it.
 *
 * <p>{@link io.grizzlythrift.server.ThriftServer} puts the whole chain together;
 * {@link io.grizzlythrift.server.ThriftServerConfig} holds its options. {@link io.grizzlythrift.server.TGrizzlyServer}
 * makes one out of the options of libthrift's servers: FramedServerSocket and SharedProtocol translate them,
 * InOrderStrategy runs one call of a connection at a time as they do, ServerEvents tells their event handler.
 */
package io.grizzlythrift.server;
