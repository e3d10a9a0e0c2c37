/** Finds servers by Spring Cloud's discovery client. */
@NullMarked
package io.grizzlythrift.spring.internal.cloud;

import org.jspecify.annotations.NullMarked;
