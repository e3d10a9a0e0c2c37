/**
 * Rows of the client: those whose client runs in a process of its own, where its memory and its threads are counted, and
 * one of a server that is silent.
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
