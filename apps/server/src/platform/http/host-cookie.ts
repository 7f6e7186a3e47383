import type { FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** The console's public address is one of TLS, whoever ends it. */
    publicIsTls?: boolean
  }
}

/**
 * Whether the browser speaks TLS: with us, with a trusted proxy that says so, or at the console's public address, as the operator set it.
 * A proxy that does not say so must not cost the cookies their protection.
 */
const isSecure = ({ protocol, server }: FastifyRequest): boolean => protocol === 'https' || server.publicIsTls === true

/** Over TLS the prefix keeps neighbours on other subdomains from planting a cookie of theirs; it asks for Secure and the whole path. */
const nameOf = (name: string, request: FastifyRequest): string => (isSecure(request) ? `__Host-${name}` : name)

export const readHostCookie = (request: FastifyRequest, name: string): string | undefined =>
  request.cookies[nameOf(name, request)]

/**
 * Gives the browser a cookie. HttpOnly keeps scripts away from it, Lax keeps other sites from sending it, Secure is set wherever TLS is.
 * Without `maxAge` (seconds) it ends with the browser.
 */
export function setHostCookie(
  reply: FastifyReply,
  name: string,
  value: string,
  options: { maxAge?: number } = {},
): void {
  void reply.setCookie(nameOf(name, reply.request), value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(reply.request),
    ...options,
  })
}

export function clearHostCookie(reply: FastifyReply, name: string): void {
  void reply.clearCookie(nameOf(name, reply.request), { path: '/', secure: isSecure(reply.request) })
}
