/**
 * Provides Thrift over HTTP in servlet containers. It needs {@code jakarta.servlet-api} 6, an optional dependency that
 * every container contains. No other package depends on it.
 *
 * <pre>
 *   container
 *      v
 *   ThriftServlet        checks method, type and length; starts an asynchronous request
 *      v
 *   ServletBody          reads the body as it arrives
 *      v
 *   (HttpService)        limits, strategy, processor
 *      v
 *   ResponseWriter       writes the response as the peer reads it
 * </pre>
 */
@NullMarked
package io.grizzlythrift.servlet;

import org.jspecify.annotations.NullMarked;
