/**
 * Finds out who calls, and decides whether it may, with the authenticator and the authorizer of the server. Whatever
 * these throw, access is denied.
 *
 * <pre>
 *   certificate of the connection --> CertificateIdentity --+
 *                                                           +--> Authorization --> runs, or CallDenial
 *   credentials of the call       --> CallProof ------------+         |
 *                                                                 AuditLog
 * </pre>
 */
package io.grizzlythrift.internal.security;
