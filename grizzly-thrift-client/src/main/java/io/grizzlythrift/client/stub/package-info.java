/**
 * Generated interfaces and transports on one side, calls of the pool on the other.
 *
 * <pre>
 *   Iface           StubInvocationHandler --> BlockingCall    the caller waits, and decodes the reply
 *   AsyncIface      StubInvocationHandler --> CallbackCall    decoded where callbacks run
 *   FutureIface     StubInvocationHandler --> FutureCall      decoded where callbacks run
 *   generated       PooledTransport --> TransportCall  decoded by the generated Client
 *     Client                               |
 *                                          v
 *                                   ConnectionPool.start
 * </pre>
 *
 * <p>{@link io.grizzlythrift.client.stub.GeneratedInterface} finds the generated methods that write and read a call.
 */
package io.grizzlythrift.client.stub;
