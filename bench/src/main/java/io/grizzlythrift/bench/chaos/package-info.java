/**
 * A fleet that finds itself by ZooKeeper, disturbed while clients call it: what fails, what runs twice, and how soon load
 * moves.
 *
 * <pre>
 *   {@link io.grizzlythrift.bench.chaos.ChaosRun}  -- Phase by Phase --&gt; Fleet: kill, freeze, drain, slow down, restart
 *      |        (noted in Timeline)       |-- ZooKeeperEnsemble: 3 processes
 *      |                                  |-- ServerNode x 5          ({@link io.grizzlythrift.bench.chaos.child})
 *      |                                  +-- clients x 3             FleetProcesses starts them all
 *      |  reports of clients, files of servers
 *      v
 *   WriteAudit: what ran twice; LoadByServer: who had load when
 *      |
 *      v
 *   {@link io.grizzlythrift.bench.chaos.ChaosResult} of {@link io.grizzlythrift.bench.chaos.PhaseResult}, a JSON file; {@link io.grizzlythrift.bench.chaos.ChaosTable}
 * </pre>
 */
package io.grizzlythrift.bench.chaos;
