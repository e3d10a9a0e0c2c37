/**
 * What runs measured, and the files that hold it: one {@link io.grizzlythrift.bench.results.Measurement} per file.
 */
package io.grizzlythrift.bench.results;
