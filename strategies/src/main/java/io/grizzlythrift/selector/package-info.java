/**
 * Keeps the selectors of Grizzly running, those of servers and those of clients.
 *
 * <pre>
 *   thread
 *      |   {@link io.grizzlythrift.selector.SelectorLoop#run}
 *      v
 *   SelectorRunner.run() of Grizzly        returns: the selector has stopped, or another thread has it
 *      |
 *      |   an Error escapes, such as one of a full heap
 *      v
 *   postponed, and run again
 * </pre>
 */
package io.grizzlythrift.selector;

