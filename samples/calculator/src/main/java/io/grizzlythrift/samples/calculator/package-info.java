/**
 * The calculator of the Thrift tutorials, served by Grizzly Thrift, and six ways to call it.
 *
 * <pre>
 *   SynchronousClient   CallbackClient   FutureClient, PipelinedClient   TransportClient         SocketClient
 *   Iface               AsyncIface       FutureIface                     generated Client        generated Client
 *        |                   |                |                               |                  TFramedTransport
 *        +-------------------+----------------+-------------------------------+                       |
 *                                     ThriftClient                                                 TSocket
 *                                          |                                                          |
 *                                          +------------------- TCP, binary --------------------------+
 *                                                                    |
 *                                          CalculatorServer     ThriftServer
 *                                                                    |   the strategy selects the thread
 *                                                               generated Calculator.Processor
 *                                                                    |
 *                                                               CalculatorHandler
 * </pre>
 *
 * <p>All clients except PipelinedClient make the same six calls and print the same lines. The IDL is in
 * {@code src/main/thrift}, and the code that the Thrift compiler generates from it in {@code src/gen/java}.
 */
package io.grizzlythrift.samples.calculator;
