/**
 * Keeps Grizzly's selectors running, in servers and in clients, even when memory runs out.
 *
 * <pre>
 *   builder of a server or client
 *      |   EarlyInitialization    initializes (Class.forName) a list of classes, and given ones, that are otherwise
 *      |                          first used during a failure, such as the Cell of Striped64
 *      v
 *   SelectorThreadPool            Grizzly's kernel pool (a fixed ThreadPoolExecutor): execute runs the given task for
 *      |                          each submitted SelectorRunner, on a thread of its own; has no loop. install sets the
 *      |                          IOStrategy, kernel pool and number of selectors of a transport, and no worker pool
 *      |   SelectorLoop.run       the loop of that thread, for as long as it owns the runner (a BooleanSupplier)
 *      v
 *   ArraySelectorHandler          how Grizzly's runner selects: preSelect and postSelect are Grizzly's; select fills
 *      |                          the ReadyKeys of a runner, without blocking if it has postponed tasks; mayBlock and
 *      |                          selected are for strategies (FlushBeforeSelect, strategy.selector)
 *      |   ReadyKeys              a growing array of selection keys, which a selector passes to accept; a Set with an
 *      |                          Iterator, without hashing
 *      v
 *   DelegatingIoStrategy          abstract: an IOStrategy on top of another one (delegateTo), by default
 *      |                          SameThreadIOStrategy, which the server replaces by its own
 *      v
 *   SelectorRunner.run() of Grizzly        returns once the selector has stopped, or another thread runs it
 *      |
 *      |   an exception escapes, such as an OutOfMemoryError
 *      v
 *   SelectorLoop postpones the runner while its state is STARTED, reports the exception (onFailure), pauses 1 ms and
 *   runs it again. resume: does the same with a runner that another thread has left
 * </pre>
 */
package io.grizzlythrift.selector;
