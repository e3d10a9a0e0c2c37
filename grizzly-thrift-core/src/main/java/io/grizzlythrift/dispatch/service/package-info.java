/**
 * What a server serves, and to whom.
 *
 * <pre>
 *   ServiceConfig        record: processors by connection and name, protocol, limits, interceptors; names methods for the metrics;
 *      |                 makes libthrift's TConfiguration
 *      v
 *   ConnectionServices   the ProcessorTable of a new connection; logs a processor factory that fails
 * </pre>
 */
package io.grizzlythrift.dispatch.service;
