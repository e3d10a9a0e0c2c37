/**
 * Rows of connections: what peers do with them, and how many there are.
 *
 * <pre>
 *   does nothing, or little   Row01IdleTest, Row02SlowLorisTest
 *   ends                      Row05HalfCloseTest, Row06ResetMidFrameTest, Row31ClosedConnectionTest
 *   too many                  Row14DescriptorsTest, Row15ConnectStormTest, Row34PeerConnectionsTest
 * </pre>
 */
package io.grizzlythrift.scorecard.connection;
