/**
 * Keeps Grizzly's selectors running, in servers and in clients, even when memory runs out.
 *
 * <pre>
 *   builder of a server or client
 *      |   EarlyInitialization    lists and loads classes that are otherwise first used during a failure
 *      v
 *   SelectorThreadPool            Grizzly's kernel pool: one thread for each SelectorRunner submitted to it
 *      |   SelectorLoop.run
 *      v
 *   SelectorRunner.run() of Grizzly        returns: the selector stopped, or another thread runs it now
 *      |
 *      |   an exception escapes, such as an OutOfMemoryError
 *      v
 *   SelectorLoop postpones the runner, reports the exception, pauses 1 ms and runs it again
 * </pre>
 */
package io.grizzlythrift.selector;
