/**
 * Rows about connections: the behavior of peers, and the number of connections.
 *
 * <pre>
 *   does nothing, or little   Row01IdleTest, Row02SlowLorisTest
 *   ends                      Row05HalfCloseTest, Row06ResetMidFrameTest, Row31ClosedConnectionTest
 *   too many                  Row14DescriptorsTest, Row15ConnectStormTest, Row34PeerConnectionsTest
 * </pre>
 */
package io.grizzlythrift.scorecard.connection;
