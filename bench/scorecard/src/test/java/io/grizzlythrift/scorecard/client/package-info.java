/**
 * Rows about the client: most of them run the client in a separate process, where its memory and threads are measured;
 * others are about a silent server, a failing one, bursts of calls, calls that fail at once, many servers, and names that do
 * not resolve.
 *
 * <pre>
 *   Row24SoakTest                                       ScorecardClient
 *   Row37ClientMemoryTest --- ClientChild ----------&gt;     +-- LargeCalls, FaultyLoad, GivenUpCalls
 *   Row38ClientFullHeapTest                               +-- ClientOutageLoad
 *   Row39ClientDirectMemoryTest
 *   Row48KeptCopiesTest ---- HoldingPeer
 *
 *   in this process: Row36SilentPeerTest, Row49FailingServerTest, Row50BurstTest, Row51NestedCallsTest,
 *                    Row52ManyServersTest, Row53UnresolvedNamesTest
 * </pre>
 */
package io.grizzlythrift.scorecard.client;
