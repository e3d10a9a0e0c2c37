/**
 * Replaces libthrift's servers in programs written for them.
 *
 * <pre>
 *   TGrizzlyServer.Args      the options of TThreadedSelectorServer
 *      |-- FramedServerSocket   listening channel and maximum frame size, from libthrift's transport and factories
 *      |-- SharedProtocol       one protocol, from the input and output factories
 *      v
 *   TGrizzlyServer           a TServer that runs a ThriftServer (server): serve, stop
 *      v
 *   ServerEvents             processor factory: one processor per connection, wrapped for the event handler
 *      v
 *   ConnectionEvents         createContext, processContext, deleteContext of one connection --&gt; TServerEventHandler
 * </pre>
 */
package io.grizzlythrift.compat;
