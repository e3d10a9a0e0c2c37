/** Tests of applications against servers that the test scripts. Needs the test kit and Spring's test module. */
@NullMarked
package io.grizzlythrift.spring.test;

import org.jspecify.annotations.NullMarked;
