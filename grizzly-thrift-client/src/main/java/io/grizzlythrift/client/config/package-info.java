/**
 * The options of a client, and of the calls of one stub. {@link io.grizzlythrift.client.config.CallOptions} override
 * those of the client for one stub.
 */
@NullMarked
package io.grizzlythrift.client.config;

import org.jspecify.annotations.NullMarked;
