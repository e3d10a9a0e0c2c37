/**
 * What strategies, server and client share: background threads and orderly shutdown, checks of option values, logs that
 * are limited to one line per second, and the registration of MXBeans.
 */
package io.grizzlythrift.strategy.internal.util;
