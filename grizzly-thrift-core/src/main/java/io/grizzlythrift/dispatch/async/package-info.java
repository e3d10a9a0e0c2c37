/**
 * Calls whose asynchronous handlers reply later, on any thread. A call ends once: by its reply, its timeout, or the end
 * of its connection. Generated asynchronous processors expect libthrift's frame buffer, so there is a subclass of it
 * that serves no socket.
 */
package io.grizzlythrift.dispatch.async;
