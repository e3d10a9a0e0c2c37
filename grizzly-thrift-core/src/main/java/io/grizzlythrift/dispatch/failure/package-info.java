/**
 * Calls that fail outside generated code: counts and logs them, and replies with an exception.
 */
package io.grizzlythrift.dispatch.failure;
