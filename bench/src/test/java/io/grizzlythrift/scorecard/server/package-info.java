/**
 * The server under test, in a process of its own.
 *
 * <pre>
 *   this process                                        a process of its own
 *   ServerOptions, LimitOption                          ScorecardServer
 *         |                                                |
 *         v                                                +-- ScorecardHandler: behaves as the row wants
 *   ServerPool -- ServerChild -- name=value words ---&gt;    +-- ThreadPerRead: threads that end
 *                    |                                     +-- Descriptors: takes all that are left
 *                    +-- Memory: what the server holds
 * </pre>
 */
package io.grizzlythrift.scorecard.server;
