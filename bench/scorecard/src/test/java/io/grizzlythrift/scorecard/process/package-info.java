/**
 * Starts and controls processes in addition to that of the test, independent of their programs.
 *
 * <pre>
 *   this process                                    a separate process
 *   ScorecardProcesses: starts a ChildProcess   --&gt;  ChildRequests (both of bench.process): a method for each request
 *                                                        |
 *                                                        +-- ProcessFigures: threads, memory, descriptors
 *   FreshClient: options of a client                     +-- LogCounter: stack traces, dead threads
 *   that calls a process for the first time              +-- Outage: memory used up for a while
 * </pre>
 */
package io.grizzlythrift.scorecard.process;
