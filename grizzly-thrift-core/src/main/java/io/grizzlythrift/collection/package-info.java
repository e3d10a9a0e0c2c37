/**
 * A set that links its elements by fields of their own, so that it needs no memory for each of them.
 */
package io.grizzlythrift.collection;
