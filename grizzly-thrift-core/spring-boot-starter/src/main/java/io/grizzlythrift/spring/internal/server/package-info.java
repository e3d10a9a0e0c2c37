/** Finds the beans that are served, and starts and drains their servers. */
@NullMarked
package io.grizzlythrift.spring.internal.server;

import org.jspecify.annotations.NullMarked;
