/**
 * Three servers, found in ZooKeeper or by DNS; one is killed and one is drained while YCSB calls them.
 *
 * <pre>
 *   Fleet          main: starts all this, and prints the ServedTable
 *     |
 *     |-- EmbeddedZooKeeper            in this process
 *     |-- StoreServer                  in this process: what the servers share, in place of a database
 *     |-- ServerProcess (3 times) --&gt; FleetServer       a process: announces itself, passes calls on to the store
 *     |-- Load --&gt; site.ycsb.Client                     a process for each phase
 *     |              '--&gt; FleetYcsbClient --&gt; FleetClient     finds the servers, balances, retries, counts
 *     '-- Trouble                      kills one server and drains another by the progress of the load
 *
 *   LoadJob        main: the Load alone, on a fleet that runs already
 *   Settings       of each process, from its environment;   Processes, Curators, Logs: what several need
 * </pre>
 *
 * <p>Which calls may be made twice? {@code get} and {@code scan} read. {@code put}, {@code update} and {@code addMap} leave
 * the same state behind if they run twice; an {@code update} that is made again may undo one of another client that came in
 * between, as it may anyway with two clients. {@code insert} and {@code remove} reply differently the second time, so they
 * are made again only if they cannot have run.
 */
package io.grizzlythrift.samples.fleet;
