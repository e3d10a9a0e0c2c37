/** Servers in fields of TestNG tests. Needs {@code org.testng:testng} 7 or newer, which tests have anyway. */
@NullMarked
package io.grizzlythrift.testkit.testng;

import org.jspecify.annotations.NullMarked;
