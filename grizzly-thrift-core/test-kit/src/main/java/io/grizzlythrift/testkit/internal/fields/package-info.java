/** Finds the servers of a test class, for the test frameworks. */
@NullMarked
package io.grizzlythrift.testkit.internal.fields;

import org.jspecify.annotations.NullMarked;
