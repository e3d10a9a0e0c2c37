/**
 * Rows of load: more calls than threads, queues and pools take, and handlers that keep them.
 *
 * <pre>
 *   Overload: twice the calls that can run --&gt; Row12OverloadTest
 *   with priorities                            PriorityOverloadTest
 *   threads that do not come free or lack      Row11StuckHandlerTest, Row13RejectingPoolTest, Row32ShortThreadsTest
 *   one connection with many calls             Row21PipelinedTest, Row30GreedyConnectionTest, Row33OnewayTest
 * </pre>
 */
package io.grizzlythrift.scorecard.load;
