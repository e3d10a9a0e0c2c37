/**
 * Servers in fields of JUnit 5 tests. Needs {@code org.junit.jupiter:junit-jupiter-api} 5.10 or newer, which tests have
 * anyway.
 */
@NullMarked
package io.grizzlythrift.testkit.junit;

import org.jspecify.annotations.NullMarked;
