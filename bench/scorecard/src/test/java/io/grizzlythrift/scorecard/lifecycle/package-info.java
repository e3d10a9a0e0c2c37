/**
 * Rows about processes that end, freeze or restart.
 *
 * <pre>
 *   runs --&gt; killed      Row07ServerKilledTest
 *        --&gt; frozen      Row08ServerFrozenTest
 *        --&gt; restarted   Row09ServerRestartedTest
 *        --&gt; drained     Row10DrainTest, Row54DeafPeersDrainTest
 * </pre>
 */
package io.grizzlythrift.scorecard.lifecycle;
