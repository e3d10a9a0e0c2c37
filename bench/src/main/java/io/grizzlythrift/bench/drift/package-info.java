/**
 * Airlift's Drift, a Thrift server and client on Netty. Its classes are for JDK 22 and newer, and this build is for JDK
 * 17, so the sources that use them are resources, which are compiled by the JDK that runs them, in processes of their
 * own.
 *
 * <pre>
 *   serve --server drift --&gt; {@link io.grizzlythrift.bench.drift.DriftServerProcess} --starts--&gt; serve --server drift
 *   load --client drift  --&gt; {@link io.grizzlythrift.bench.drift.DriftJava} -----------starts--&gt; load --client drift
 *                                 ^                                      | {@link io.grizzlythrift.bench.drift.DriftSources}
 *   {@link io.grizzlythrift.bench.process.Jdk} ------------------------+                                      v
 *   with javac and java                             Drift's server and client
 * </pre>
 */
package io.grizzlythrift.bench.drift;
