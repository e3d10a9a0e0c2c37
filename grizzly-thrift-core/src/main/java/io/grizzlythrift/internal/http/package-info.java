/**
 * Serves the calls in requests that an HTTP server of others has received. Knows no HTTP server: each has an
 * implementation of {@link io.grizzlythrift.internal.http.HttpExchange} in a package of its own.
 *
 * <pre>
 *   RequestCheck         method, type and length
 *      v
 *   IncomingBody         collects the body as it arrives
 *      v
 *   HttpService          limits, strategy, processor
 *      v
 *   ExchangeCall         the call in one request
 *      v
 *   HttpExchange         writes the response, or a status
 * </pre>
 */
package io.grizzlythrift.internal.http;
