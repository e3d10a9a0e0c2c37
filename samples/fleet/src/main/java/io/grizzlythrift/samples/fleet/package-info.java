/**
 * A fleet of three servers, found in ZooKeeper or by DNS. One is killed and one is drained while YCSB calls them.
 *
 * <pre>
 *   Fleet          main: starts all this, and prints the ServedTable
 *     |
 *     |-- EmbeddedZooKeeper            in this process
 *     |-- StoreServer                  in this process: shared by the servers, in place of a database
 *     |-- ServerProcess (3 times) --&gt; FleetServer       a process: announces itself, forwards calls to the store
 *     |-- Load --&gt; site.ycsb.Client                     one process per phase
 *     |              '--&gt; FleetYcsbClient --&gt; FleetClient     finds the servers, balances, retries, counts
 *     '-- Trouble                      kills one server and drains another as the load progresses
 *
 *   LoadJob        main: only the Load, on a running fleet
 *   Settings       of each process, from its environment
 *   Processes      starts Java processes;   Curators: creates ZooKeeper clients;   Logs: sets log levels
 * </pre>
 *
 * <p>Which calls are safe to retry? {@code get} and {@code scan} only read. {@code put}, {@code update} and
 * {@code addMap} leave the same state if they run twice; a retried {@code update} may undo an update that another
 * client made in between, which can happen with two clients anyway. {@code insert} and {@code remove} reply differently
 * the second time, so they are retried only if they cannot have run.
 */
package io.grizzlythrift.samples.fleet;
