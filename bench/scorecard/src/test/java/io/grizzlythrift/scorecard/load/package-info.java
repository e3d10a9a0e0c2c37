/**
 * Rows about load: more calls than threads, queues and pools can hold, and handlers that block.
 *
 * <pre>
 *   Overload: twice the calls that can run --&gt; Row12OverloadTest
 *   with priorities                            PriorityOverloadTest
 *   threads that stay busy or are missing      Row11StuckHandlerTest, Row13RejectingPoolTest, Row32ShortThreadsTest
 *   methods that block                         Row66MethodPlacesTest, Row67HangingBackendTest
 *   one connection with many calls             Row21PipelinedTest, Row30GreedyConnectionTest, Row33OnewayTest,
 *                                              Row65LoneConnectionTest
 *   HTTP connections with many requests        Row62GreedyHttpTest, Row63HealthFloodTest
 * </pre>
 */
package io.grizzlythrift.scorecard.load;
