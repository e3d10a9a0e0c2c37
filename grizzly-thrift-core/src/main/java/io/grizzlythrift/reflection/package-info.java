/** The generated code of the service with which a server describes its services. */
@NullMarked
package io.grizzlythrift.reflection;

import org.jspecify.annotations.NullMarked;
