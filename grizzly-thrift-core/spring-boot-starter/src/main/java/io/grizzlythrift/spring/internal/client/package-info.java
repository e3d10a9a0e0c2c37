/** Declares stubs as beans, and creates and closes their clients. */
@NullMarked
package io.grizzlythrift.spring.internal.client;

import org.jspecify.annotations.NullMarked;
