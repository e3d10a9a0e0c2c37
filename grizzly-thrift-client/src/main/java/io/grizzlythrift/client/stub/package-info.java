/**
 * Generated interfaces and transports on one side, calls of the pool on the other.
 *
 * <pre>
 *   Iface           StubInvocationHandler --> BlockingCall    the caller waits, and decodes the reply
 *   AsyncIface      StubInvocationHandler --> CallbackCall    decoded where callbacks run (both are AsyncCall)
 *   FutureIface     StubInvocationHandler --> FutureCall      the same; its ClientFuture cancels the call
 *   generated       PooledTransport --> TransportCall         decoded by the generated Client
 *     Client                               |
 *                                          v
 *                   CallStarter ---> ConnectionPool.start
 *
 *   GeneratedInterface   finds the generated methods that write and read a call; its kind is a StubKind
 *   CallStarter          starts the calls of one stub in each style; waits for and decodes those of blocking ones
 *   PooledTransport      a TTransport for an existing Client: replaces sequence ids on the way out, restores them on the
 *                        way in
 * </pre>
 */
package io.grizzlythrift.client.stub;
