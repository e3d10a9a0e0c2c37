/** Connects the parts to the auto-configuration of Spring Boot. */
@NullMarked
package io.grizzlythrift.spring.internal;

import org.jspecify.annotations.NullMarked;
