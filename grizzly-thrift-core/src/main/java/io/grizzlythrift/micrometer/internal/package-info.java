/** The common part of the Micrometer binders of servers and clients. */
package io.grizzlythrift.micrometer.internal;
