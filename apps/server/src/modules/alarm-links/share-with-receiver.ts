import { SHARED_PATH } from '@winnow/contract'
import { createHmac } from 'node:crypto'
import { deriveKey, newestKey, type KeyRing } from '../../platform/crypto/key-ring.ts'
import { hashToken } from '../../platform/crypto/tokens.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { signLinkToken } from './link-token.ts'

const DAY_MS = 86_400_000
/** A link in a message works for this many days at least. */
const DAYS = 7

interface Shared {
  /** The time from which the days of the link are counted: that of the alarm. */
  since: Date
  companyId: string
  alarmId: string
  receiver: { id: string; name: string }
}

/**
 * The path of a link that shows an alarm to whoever reads a receiver's messages. Attempts within a day of the alarm's own get the same link, since a message
 * that is sent again must not open one door more: its bits are a keyed hash (HMAC-SHA256) of receiver, alarm and end, of which only this
 * installation has the key.
 */
export async function shareWithReceiver(
  tx: Tx,
  keys: KeyRing,
  { since, companyId, alarmId, receiver }: Shared,
  now: Date,
): Promise<string> {
  // A clock that was set back must not make another link.
  const begun = Math.max(0, Math.floor((now.getTime() - since.getTime()) / DAY_MS)) + 1
  const expires = new Date(since.getTime() + (begun + DAYS) * DAY_MS)
  const secret = createHmac('sha256', deriveKey(newestKey(keys), 'receiver-link'))
    .update(`${receiver.id} ${alarmId} ${expires.getTime()}`)
    .digest('base64url')
  const token = signLinkToken(keys, secret, expires)
  await tx
    .insertInto('alarm_link')
    .values({
      id: newId(now.getTime()),
      company_id: companyId,
      alarm_id: alarmId,
      receiver_id: receiver.id,
      token_hash: hashToken(token),
      note: '',
      created_at: now,
      created_by: receiver.name,
      expires_at: expires,
    })
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .execute()
  return `${SHARED_PATH}#${token}`
}
