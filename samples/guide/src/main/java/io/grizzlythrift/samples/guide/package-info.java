/**
 * The code samples on the pages of the site: a page shows a region of a class, between {@code @start} and {@code @end}.
 * All samples serve or call the calculator of {@code io.grizzlythrift.samples.calculator}.
 */
package io.grizzlythrift.samples.guide;
