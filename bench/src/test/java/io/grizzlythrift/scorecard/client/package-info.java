/**
 * Rows about the client: most of them run the client in a separate process, where its memory and threads are measured;
 * one is about a silent server.
 *
 * <pre>
 *   Row24SoakTest                                       ScorecardClient
 *   Row37ClientMemoryTest --- ClientChild ----------&gt;     +-- LargeCalls, FaultyLoad, GivenUpCalls
 *   Row38ClientFullHeapTest                               +-- ClientOutageLoad
 *   Row39ClientDirectMemoryTest
 *
 *   Row36SilentPeerTest: in this process
 * </pre>
 */
package io.grizzlythrift.scorecard.client;
