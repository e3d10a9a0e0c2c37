/**
 * Snapshots as JSON. The only package of inspection that needs {@code com.fasterxml.jackson.core:jackson-core}, an optional
 * dependency.
 */
@NullMarked
package io.grizzlythrift.inspect.json;

import org.jspecify.annotations.NullMarked;
