/**
 * Rows of the server's memory: what piles up in it, and what happens when there is none left.
 *
 * <pre>
 *   replies that nobody reads   Row04DeafReaderTest, Row26UnsentRepliesTest
 *   frames that wait            Row27WaitingFramesTest
 *   none left for a while       OutageRow --&gt; Row28FullHeapTest, Row29DirectMemoryTest
 *                                   +-- OutageLoad: calls before, meanwhile and after
 * </pre>
 */
package io.grizzlythrift.scorecard.memory;
