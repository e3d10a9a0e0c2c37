/**
 * The results of runs, and the files that contain them: one {@link io.grizzlythrift.bench.results.Measurement} per
 * file, or a whole {@link io.grizzlythrift.bench.results.Scorecard}.
 */
package io.grizzlythrift.bench.results;
