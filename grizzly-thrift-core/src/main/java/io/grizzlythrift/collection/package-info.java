/**
 * Collections that take little memory for each of many elements.
 *
 * <pre>
 *   IntrusiveSet   a set that links its elements by two fields of theirs: add, remove, contains, forEach, copy; locked.
 *                  Nested: the Member that elements extend, with these fields
 * </pre>
 */
package io.grizzlythrift.collection;
