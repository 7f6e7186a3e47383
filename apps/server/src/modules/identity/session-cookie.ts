import type { FastifyReply, FastifyRequest } from 'fastify'
import { clearHostCookie, readHostCookie, setHostCookie } from '../../platform/http/host-cookie.ts'
import { KEPT_DAYS } from './session-limits.ts'

const NAME = 'winnow_session'

export const readSessionCookie = (request: FastifyRequest): string | undefined => readHostCookie(request, NAME)

export function setSessionCookie(reply: FastifyReply, token: string, { keep }: { keep: boolean }): void {
  setHostCookie(reply, NAME, token, keep ? { maxAge: KEPT_DAYS * 86_400 } : {})
}

export const clearSessionCookie = (reply: FastifyReply): void => clearHostCookie(reply, NAME)
