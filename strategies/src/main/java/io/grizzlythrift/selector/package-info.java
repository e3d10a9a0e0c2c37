/**
 * Keeps Grizzly's selectors running, in servers and in clients, even when memory runs out.
 *
 * <pre>
 *   builder of a server or client
 *      |   EarlyInitialization    lists and initializes classes that are otherwise first used during a failure, such as the
 *      |                          Cell of Striped64, by name
 *      v
 *   SelectorThreadPool            Grizzly's kernel pool (a fixed ThreadPoolExecutor): execute runs the given task for each
 *      |                          submitted SelectorRunner, on a thread of its own; has no loop
 *      |   SelectorLoop.run       the loop of that thread, for as long as it owns the runner
 *      v
 *   ArraySelectorHandler          how Grizzly's runner selects: preSelect and postSelect are Grizzly's; select fills an array
 *      |                          per selector; mayBlock and selected are for strategies
 *      |   ReadyKeys              that array as a Set, without hashing
 *      v
 *   SelectorRunner.run() of Grizzly        returns once the selector has stopped, or another thread runs it
 *      |
 *      |   an exception escapes, such as an OutOfMemoryError
 *      v
 *   SelectorLoop postpones the runner, reports the exception, pauses 1 ms and runs it again
 * </pre>
 */
package io.grizzlythrift.selector;
