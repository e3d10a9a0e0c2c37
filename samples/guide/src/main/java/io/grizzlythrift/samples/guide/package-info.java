/**
 * The code that the pages of the site show: a region of a class, between {@code @start} and {@code @end}, becomes a
 * sample on a page. All of it serves or calls the calculator of {@code io.grizzlythrift.samples.calculator}.
 */
package io.grizzlythrift.samples.guide;
