/**
 * Keeps the selectors of Grizzly running, in servers and in clients, even when memory runs out. Grizzly ends a selector
 * for good if an exception escapes from it; here its thread reports the exception and runs the selector again.
 *
 * <pre>
 *   SelectorThreadPool    Grizzly's kernel pool: one thread for each selector
 *        v
 *   SelectorLoop          runs Grizzly's SelectorRunner; after an exception pauses 1 ms and runs it again
 *        v
 *   ArraySelectorHandler  selects into an array of keys that is reused
 *        v
 *   IOStrategy            by DelegatingIoStrategy, which runs each event on the selector thread
 * </pre>
 */
package io.grizzlythrift.selector;
