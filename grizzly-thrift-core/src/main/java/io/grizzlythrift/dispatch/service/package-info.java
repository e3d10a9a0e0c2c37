/**
 * The services of a server, and the processors that each of its connections gets.
 *
 * <pre>
 *   ServiceConfig        record: processors by connection and name, protocol, limits, interceptors, MethodOptions and
 *      |                 their timeouts; declared methods, also for the metrics
 *      v
 *   ConnectionServices   the ProcessorTable of a new connection, or the last one if it has
 *                        the same processors; logs a processor factory that fails
 * </pre>
 */
package io.grizzlythrift.dispatch.service;
