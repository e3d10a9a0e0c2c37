/** Runs handlers with the caller as Spring Security's authentication. */
@NullMarked
package io.grizzlythrift.spring.internal.security;

import org.jspecify.annotations.NullMarked;
