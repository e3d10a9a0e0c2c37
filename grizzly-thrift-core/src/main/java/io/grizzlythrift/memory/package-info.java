/** What the memory that connections use is for, as counters and metrics name it. */
@NullMarked
package io.grizzlythrift.memory;

import org.jspecify.annotations.NullMarked;
