/**
 * Disturbs a fleet that uses ZooKeeper for discovery while clients call it, and reports which calls fail, which writes
 * run twice, and how soon load moves.
 *
 * <pre>
 *   {@link io.grizzlythrift.bench.chaos.ChaosRun}  -- Phase by Phase --&gt; Fleet: kill, freeze, drain, slow down, restart
 *      |        (noted in Timeline)       |-- ZooKeeperEnsemble: 3 processes
 *      |                                  |-- ServerNode x 5          ({@link io.grizzlythrift.bench.chaos.child})
 *      |                                  +-- clients x 3             FleetProcesses starts them all
 *      |  reports of clients, files of servers
 *      v
 *   WriteAudit: writes that ran twice or were lost; LoadByServer: load of each server over time
 *      |
 *      v
 *   {@link io.grizzlythrift.bench.chaos.ChaosResult} of {@link io.grizzlythrift.bench.chaos.PhaseResult}, a JSON file; {@link io.grizzlythrift.bench.chaos.ChaosTable}
 * </pre>
 */
package io.grizzlythrift.bench.chaos;
