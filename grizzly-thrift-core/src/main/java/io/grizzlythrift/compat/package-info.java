/**
 * Takes the place of libthrift's servers.
 *
 * <pre>
 *   TGrizzlyServer.Args (a FramedServerSocket, options of TThreadedSelectorServer)
 *      v
 *   TGrizzlyServer --&gt; ThriftServer with calls in order;  SharedProtocol: one factory of protocols for in and out
 *      v
 *   TServerEventHandler &lt;-- ServerEvents, ConnectionEvents
 * </pre>
 */
package io.grizzlythrift.compat;
