/**
 * Generated interfaces and transports on one side, calls of the pool on the other. A failed attempt may be followed by
 * another one, and a slow one accompanied by another one; the first good reply ends the call.
 *
 * <pre>
 *   Iface             --> BlockingCall    the caller waits, and decodes the reply
 *   AsyncIface        --> CallbackCall    decoded where callbacks run
 *   FutureIface       --> FutureCall      the same, with a future
 *   RuntimeStub       --> BlockingCall or FutureCall, without generated code
 *   generated Client
 *     over transport  --> TransportCall   decoded by the generated Client
 *                             v
 *   Stub.start --> ClientCall: the call as its caller sees it --> Attempts: retries and hedges
 *                             v
 *   ConnectionPool.start, for each Attempt
 * </pre>
 */
package io.grizzlythrift.client.internal.stub;
