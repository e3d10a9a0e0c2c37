/**
 * The main classes of the processes of a fleet: clients, servers and ZooKeeper nodes.
 *
 * <pre>
 *   {@link io.grizzlythrift.bench.chaos.child.FleetClient}  x 3                  {@link io.grizzlythrift.bench.chaos.child.FleetServer}  x 5                     {@link io.grizzlythrift.bench.chaos.child.ZooKeeperNode}  x 3
 *      |  calls at a steady rate -----------&gt;  FleetHandler --&gt; {@link io.grizzlythrift.bench.chaos.child.WriteLog}: a file of ids
 *      v
 *   CallLog: outcome of each call, by phase
 *      |
 *      v
 *   {@link io.grizzlythrift.bench.chaos.child.ClientReport}: a file of {@link io.grizzlythrift.bench.chaos.child.PhaseCalls}, with {@link io.grizzlythrift.bench.chaos.child.Latencies}, and of ids
 * </pre>
 */
package io.grizzlythrift.bench.chaos.child;
