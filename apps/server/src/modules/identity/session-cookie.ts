import type { FastifyReply, FastifyRequest } from 'fastify'
import { clearHostCookie, readHostCookie, setHostCookie } from '../../platform/http/host-cookie.ts'

const NAME = 'winnow_session'

/** How long a session lives that the user asked to keep, and one that ends with the browser. */
export const KEPT_DAYS = 30
export const IDLE_HOURS = 12

export const readSessionCookie = (request: FastifyRequest): string | undefined => readHostCookie(request, NAME)

export function setSessionCookie(reply: FastifyReply, token: string, { keep }: { keep: boolean }): void {
  setHostCookie(reply, NAME, token, keep ? { maxAge: KEPT_DAYS * 86_400 } : {})
}

export const clearSessionCookie = (reply: FastifyReply): void => clearHostCookie(reply, NAME)
