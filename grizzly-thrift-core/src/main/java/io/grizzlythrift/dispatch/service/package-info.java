/**
 * What a server serves, and to whom.
 *
 * <pre>
 *   ServiceConfig        processors by connection and name, protocol, limits, interceptors; names methods for the metrics
 *      v
 *   ConnectionServices   the services of a new connection; logs a processor factory that fails
 * </pre>
 */
package io.grizzlythrift.dispatch.service;
