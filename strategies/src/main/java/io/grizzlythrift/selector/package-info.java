/**
 * Keeps Grizzly's selectors running, in servers and in clients, even when memory runs out.
 *
 * <pre>
 *   builder of a server or client
 *      |   EarlyInitialization    lists and loads classes that are otherwise first used during a failure, such as the Cell
 *      |                          of Striped64, by name
 *      v
 *   SelectorThreadPool            Grizzly's kernel pool (a fixed ThreadPoolExecutor): execute passes each SelectorRunner
 *      |                          submitted to it to the given task, on a thread of its own; keeps no loop
 *      |   SelectorLoop.run       the loop around it, without a thread of its own: for as long as the thread has the runner
 *      v
 *   ArraySelectorHandler          how Grizzly's runner selects: preSelect and postSelect as Grizzly does, select into an array
 *      |                          of its own for each selector; mayBlock and selected are for strategies
 *      |   ReadyKeys              that array as a Set, without hashing
 *      v
 *   SelectorRunner.run() of Grizzly        returns: the selector stopped, or another thread runs it now
 *      |
 *      |   an exception escapes, such as an OutOfMemoryError
 *      v
 *   SelectorLoop postpones the runner, reports the exception, pauses 1 ms and runs it again
 * </pre>
 */
package io.grizzlythrift.selector;
