/** Properties, how they set options of builders, and what their errors say. */
@NullMarked
package io.grizzlythrift.spring.internal.config;

import org.jspecify.annotations.NullMarked;
