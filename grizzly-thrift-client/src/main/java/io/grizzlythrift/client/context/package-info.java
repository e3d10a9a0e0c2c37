/**
 * The objects that all parts of a client share.
 */
package io.grizzlythrift.client.context;
