/**
 * Rows of processes that go away or stand still, and those that come back.
 *
 * <pre>
 *   runs --&gt; killed      Row07ServerKilledTest
 *        --&gt; frozen      Row08ServerFrozenTest
 *        --&gt; restarted   Row09ServerRestartedTest
 *        --&gt; drained     Row10DrainTest
 * </pre>
 */
package io.grizzlythrift.scorecard.lifecycle;
