/**
 * What runs measured, and the files that hold it: one {@link io.grizzlythrift.bench.results.Measurement} per file, or
 * a whole {@link io.grizzlythrift.bench.results.Scorecard}.
 */
package io.grizzlythrift.bench.results;
