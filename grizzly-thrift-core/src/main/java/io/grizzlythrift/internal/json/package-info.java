/**
 * Calls in JSON over HTTP, and the catalog of the services of a server.
 *
 * <pre>
 *   POST /call/Service/method                 GET /call
 *      v
 *   JsonPort        by path, method and media type: a refusal, or a route
 *      v
 *   dispatch        limits, identity, authorizer, threads
 *      v
 *   JsonCall        arguments to a message, on the thread of the call      CatalogCall
 *      v
 *   processor
 *      v
 *   JsonCall        the reply to JSON, on the thread that encodes it
 * </pre>
 *
 * Only what {@link io.grizzlythrift.internal.json.JsonPort#of} makes needs Jackson.
 */
package io.grizzlythrift.internal.json;
