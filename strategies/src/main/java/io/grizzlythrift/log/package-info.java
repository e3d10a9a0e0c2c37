/**
 * Logging that neither floods the log nor fails the thread that logs. Each kind of event gets one line per second,
 * which also says how many lines were suppressed.
 */
package io.grizzlythrift.log;
