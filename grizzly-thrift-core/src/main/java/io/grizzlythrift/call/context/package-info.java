/**
 * Implements the context, the interceptor chain and the outcome of a call that a server runs. Users see the interfaces
 * of {@link io.grizzlythrift.call}.
 */
package io.grizzlythrift.call.context;
