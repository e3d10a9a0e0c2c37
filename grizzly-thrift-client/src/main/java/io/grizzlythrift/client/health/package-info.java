/**
 * Judges connections and servers by their replies, and by the absence of replies. A server that fails often is ejected
 * for a while and then probed. A connection is head-of-line blocked if a slow call keeps the replies of others back.
 */
package io.grizzlythrift.client.health;
