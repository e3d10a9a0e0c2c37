/** What Spring must know about generated code before an application is compiled ahead of time. */
@NullMarked
package io.grizzlythrift.spring.internal.aot;

import org.jspecify.annotations.NullMarked;
