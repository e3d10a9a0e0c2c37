/**
 * The services of a server, and the processors that each of its connections gets.
 *
 * <pre>
 *   ServiceConfig        record: processors by connection and name, protocol, limits, interceptors; declares methods to
 *      |                 the metrics; creates libthrift's TConfiguration
 *      v
 *   ConnectionServices   the ProcessorTable of a new connection; logs a processor factory that fails
 * </pre>
 */
package io.grizzlythrift.dispatch.service;
