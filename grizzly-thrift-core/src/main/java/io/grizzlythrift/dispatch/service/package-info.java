/**
 * The services of a server, and the processors that each of its connections gets.
 */
package io.grizzlythrift.dispatch.service;
