/**
 * Provides Thrift over HTTP for programs that already use Grizzly's HttpServer. It needs {@code grizzly-http-server},
 * an optional dependency. Nothing here blocks, and no other package depends on it.
 *
 * <pre>
 *   HttpServer
 *      v
 *   ThriftHttpHandler    checks method, type and length
 *      v
 *   RequestBody          reads the body as it arrives
 *      v
 *   (HttpService)        limits, strategy, processor
 *      v
 *   GrizzlyExchange      writes the response, or a status
 * </pre>
 */
@NullMarked
package io.grizzlythrift.http;

import org.jspecify.annotations.NullMarked;
