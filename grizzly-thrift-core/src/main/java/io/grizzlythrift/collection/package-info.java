/**
 * Collections that take little memory for each of many elements.
 *
 * <pre>
 *   IntrusiveSet   a set that links its elements in a ring by two fields of theirs (previous, next): add, remove,
 *                  contains, forEach, copy; synchronized. Nested: the Member that elements extend, with these fields
 * </pre>
 */
package io.grizzlythrift.collection;
