/**
 * Rows about hostile bytes: the server replies with an exception or ends the connection, and keeps serving others.
 *
 * <pre>
 *   LyingLengths, Bombs, DeepNesting --&gt; HostileBytes --&gt; HostilePeers: a good call, then the bytes
 *                                         and outcome            |
 *                                                                v
 *     Row40LyingLengthsTest   Row41BombsTest           Row42LargeHeadersTest
 *     Row43EndlessMessagesTest   Row44DeepNestingTest   Row45ChangedDialectTest   Row46ByteByByteTest
 *
 *   for framed peers only: Row03ClaimedFrameTest, Row19GarbageTest
 *
 *   ReadFlood --&gt; Row60CompressedReadsTest, Row61RejectedReadsTest
 * </pre>
 */
package io.grizzlythrift.scorecard.hostile;
