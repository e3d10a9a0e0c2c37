/**
 * Chooses the threads that run a call: those of the server, or those of its method.
 *
 * <pre>
 *   Partitioner (dispatch)     asks for each call of a read, on the thread that read it
 *      v
 *   CallRoutes    starts and stops the threads of methods with {@link io.grizzlythrift.call.MethodOptions}; creates the
 *      |          CallRoute (admission) of each, by number, and the table of methods; warns if their strategy has no
 *      |          queue for priorities
 *      v
 *   CallName      finds the name of a call: in its bytes, in the restored beginning of a transformed payload, or by its
 *                 protocol, from a TMemoryInputTransport
 * </pre>
 */
package io.grizzlythrift.dispatch.route;
