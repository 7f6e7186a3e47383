import type { GuardCode, GuardedResponse, TransportCode } from './guard/types.ts'

/** Where and how a server of a video system is reached. */
export interface VmsAddress {
  host: string
  port: number
  user: string
  password: string
  /** The only certificate that is accepted. Empty: any that a known authority signed for the host. */
  fingerprint: string
}

/** Why a server could not be used: it was not reached, refuses the user, or answers as no such server does. */
export type VmsCode = GuardCode | TransportCode | 'login' | 'answer'
export type VmsAnswer<T> = { ok: true; value: T } | { ok: false; code: VmsCode }

export const failed = (code: VmsCode): { ok: false; code: VmsCode } => ({ ok: false, code })

/** What an answer without success means; undefined for a success. */
export function failureIn(response: GuardedResponse): { ok: false; code: VmsCode } | undefined {
  if (!response.ok) return failed(response.code)
  const { status } = response
  if (status >= 200 && status < 300) return undefined
  return failed(status === 401 || status === 403 ? 'login' : 'answer')
}

/** The beginning of the addresses of a server. */
export const httpsBase = ({ host, port }: Pick<VmsAddress, 'host' | 'port'>): string =>
  `https://${host.includes(':') ? `[${host}]` : host}:${port}`
