/**
 * Chooses the threads that run a call: those of the server, or those of its method. The method is found in the bytes of
 * the call; if it cannot be, the call moves after its header has been read.
 */
package io.grizzlythrift.dispatch.route;
