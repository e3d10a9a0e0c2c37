/** Adds scripted servers to contexts of tests. */
@NullMarked
package io.grizzlythrift.spring.internal.test;

import org.jspecify.annotations.NullMarked;
