/**
 * Chooses the threads that run a call: those of the server, or those of its method.
 *
 * <pre>
 *   Partitioner (dispatch)     asks for each call of a read, on the thread that read it
 *   LateRouting (dispatch)     asks for a call whose method was not known before a thread had decoded it (UNKNOWN)
 *      v
 *   CallRoutes    starts and stops the threads of methods with {@link io.grizzlythrift.call.MethodOptions}; creates the
 *                 CallRoute (admission) of each, by number, and the table of methods; finds the method of a call in its
 *                 bytes (MessageName), or by its name; warns if their strategy has no queue for priorities
 * </pre>
 */
package io.grizzlythrift.dispatch.route;
