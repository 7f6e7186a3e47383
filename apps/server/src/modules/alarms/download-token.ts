import { API_BASE, DOWNLOAD_SECONDS } from '@winnow/contract'
import { signPath, verifySignedPath } from '../../platform/crypto/signed-url.ts'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'

/** Whom a download link was made for. */
export interface DownloadOwner {
  companyId: string
  /** The user or the API token that asked for the link. */
  kind: 'user' | 'token'
  id: string
  /** The super user who asked for it in the user's name. */
  impersonatorId?: string | undefined
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The path that is signed. It names everything that the link is held to. */
const pathOf = (alarmId: string, { companyId, kind, id, impersonatorId = '' }: DownloadOwner): string =>
  `${API_BASE}/v1/alarm/${alarmId}/download/${companyId}/${kind}/${id}/${impersonatorId}`

/** Makes the token of a download link: the owner, the end, and a signature over them and the alarm. */
export function makeDownloadToken(
  keys: KeyRing,
  alarmId: string,
  owner: DownloadOwner,
  now: Date,
): { token: string; expires: Date } {
  const expires = new Date(Math.floor(now.getTime() / 1000) * 1000 + DOWNLOAD_SECONDS * 1000)
  const signed = new URL(signPath(keys, pathOf(alarmId, owner), { now, expires }), 'http://signed').searchParams
  const parts = [
    owner.companyId,
    owner.kind,
    owner.id,
    owner.impersonatorId ?? '',
    ...['expires', 'key', 'signature'].map((name) => signed.get(name)),
  ]
  return { token: parts.join('.'), expires }
}

/** Reads the owner of a token. Undefined if the token has expired, belongs to another alarm, or was not made by us. */
export function readDownloadToken(keys: KeyRing, alarmId: string, token: string, now: Date): DownloadOwner | undefined {
  const [companyId = '', kind, id = '', impersonatorId = '', expires, key, signature, ...more] = token.split('.')
  if (more.length > 0 || !ID.test(companyId) || !ID.test(id) || (kind !== 'user' && kind !== 'token')) return undefined
  if (impersonatorId !== '' && !ID.test(impersonatorId)) return undefined
  const owner: DownloadOwner = { companyId, kind, id, ...(impersonatorId !== '' && { impersonatorId }) }
  const verdict = verifySignedPath(keys, pathOf(alarmId, owner), { expires, key, signature }, now)
  return verdict === 'valid' ? owner : undefined
}
