/**
 * The server under test, in a separate process.
 *
 * <pre>
 *   this process                                        a separate process
 *   ServerOptions, LimitOption                          ScorecardServer
 *         |                                                |
 *         v                                                +-- ScorecardHandler: behaves as the row wants
 *   ServerPool -- ServerChild -- name=value words ---&gt;    +-- ThreadPerRead: threads that end
 *                    |                                     +-- Descriptors: takes all remaining ones
 *                    +-- Memory: heap and direct memory of the server
 * </pre>
 */
package io.grizzlythrift.scorecard.server;
