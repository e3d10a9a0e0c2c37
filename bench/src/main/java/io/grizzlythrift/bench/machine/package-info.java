/**
 * The machine and its processes, as Linux and the JVM report them.
 *
 * <pre>
 *   /proc/cpuinfo, meminfo, the JVM, versions of the build --&gt; {@link io.grizzlythrift.bench.machine.Machine}
 *   /proc/stat       --&gt; {@link io.grizzlythrift.bench.machine.StealTime}: time that a hypervisor took
 *   /proc/PID/stat   --&gt; {@link io.grizzlythrift.bench.machine.ProcessCpu}: CPU time so far
 *   /proc/PID/status --&gt; {@link io.grizzlythrift.bench.machine.ProcessMemory}: resident memory
 * </pre>
 */
package io.grizzlythrift.bench.machine;
