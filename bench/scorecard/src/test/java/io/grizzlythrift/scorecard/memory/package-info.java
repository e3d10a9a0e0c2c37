/**
 * Rows about the server's memory: data that accumulates, and the behavior when memory is used up.
 *
 * <pre>
 *   replies that nobody reads   Row04DeafReaderTest, Row26UnsentRepliesTest
 *   frames that wait            Row27WaitingFramesTest
 *   none left for a while       OutageRow --&gt; Row28FullHeapTest, Row29DirectMemoryTest
 *                                   +-- OutageLoad: calls before, during and after
 * </pre>
 */
package io.grizzlythrift.scorecard.memory;
