/**
 * Makes the identity of a caller Spring Security's {@code Authentication}. Needs {@code
 * org.springframework.security:spring-security-core}, an optional dependency; without it, nothing loads this package.
 */
@NullMarked
package io.grizzlythrift.spring.security;

import org.jspecify.annotations.NullMarked;
