/** What the console consists of: its files, and the rules for requests to it. */
package io.grizzlythrift.internal.console;
