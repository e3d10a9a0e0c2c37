/** The wire and the types of generated code, as the servers of the test kit need them. */
@NullMarked
package io.grizzlythrift.testkit.internal;

import org.jspecify.annotations.NullMarked;
