/**
 * Processes beside that of the test, whatever they run.
 *
 * <pre>
 *   this process                                    a process of its own
 *   Child: start, request line -----------------&gt;  ChildRequests: a method for each request
 *         &lt;------------------------- reply line         |
 *                                                        +-- ProcessFigures: threads, memory, descriptors
 *   FreshClient: options of a client                     +-- LogCounter: stack traces, dead threads
 *   that calls a process for the first time              +-- Outage: memory used up for a while
 * </pre>
 */
package io.grizzlythrift.scorecard.process;
