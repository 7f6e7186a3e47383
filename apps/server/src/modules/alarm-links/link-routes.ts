import { createAlarmLink, listAlarmLinks, MAX_ALARM_LINKS, revokeAlarmLink, SHARED_PATH } from '@winnow/contract'
import { sql } from 'kysely'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import { hashToken, newToken } from '../../platform/crypto/tokens.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { newId } from '../../platform/ids.ts'
import { signLinkToken } from './link-token.ts'
import { presentLink } from './present-link.ts'

const DAY_MS = 86_400_000

/** Refuses one link too many of those that people made. Locks the links of the alarm, since two requests at once would each count one too few. */
async function requireRoom(tx: Tx, alarmId: string, now: Date): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`alarm links ${alarmId}`}, 2))`.execute(tx)
  const { count } = await tx
    .selectFrom('alarm_link')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('alarm_id', '=', alarmId)
    .where('receiver_id', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAX_ALARM_LINKS)
    throw new AppError('CONFLICT', `This alarm has ${MAX_ALARM_LINKS} links that work. Revoke one of them first.`)
}

/** Operations on the links of an alarm, for those who may share it. */
export function registerAlarmLinks(register: Register, { keys }: { keys: KeyRing }): void {
  register.read(listAlarmLinks, async ({ tx, params, now }) => {
    const rows = await tx
      .selectFrom('alarm_link')
      .selectAll()
      .where('alarm_id', '=', params.id)
      .orderBy('id', 'desc')
      .limit(200)
      .execute()
    return { rows: rows.map((row) => presentLink(row, now)) }
  })

  register.write(createAlarmLink, {
    // Random numbers, signatures and hashes are made before the transaction.
    prepare: async ({ now, body }) => {
      const expires = new Date(now.getTime() + body.days * DAY_MS)
      const token = signLinkToken(keys, newToken(), expires)
      return { token, hash: hashToken(token), expires }
    },
    async change({ tx, actor, companyId, params, body, now, audit, prepared: { token, hash, expires } }) {
      // Two requests at once would each count one link too few.
      await requireRoom(tx, params.id, now)
      const row = await tx
        .insertInto('alarm_link')
        .values({
          id: newId(now.getTime()),
          company_id: companyId,
          alarm_id: params.id,
          token_hash: hash,
          note: body.note,
          created_at: now,
          user_id: actor.tokenId === null ? actor.userId : null,
          token_id: actor.tokenId,
          created_by: actor.name,
          expires_at: expires,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      const after = { link: row.id, note: body.note, expiresAt: expires.toISOString() }
      await audit({ action: 'alarm.link-created', objectType: 'alarm', objectId: params.id, after })
      return { link: presentLink(row, now), token, path: `${SHARED_PATH}#${token}` }
    },
  })

  register.write(revokeAlarmLink, async ({ tx, actor, params, now, audit }) => {
    const row = await tx
      .updateTable('alarm_link')
      .set({ revoked_at: now, revoked_by: actor.name })
      .where('alarm_id', '=', params.id)
      .where('id', '=', params.linkId)
      .where('revoked_at', 'is', null)
      .returning(['id', 'note'])
      .executeTakeFirst()
    if (row === undefined) throw notFound()
    const before = { link: row.id, note: row.note }
    await audit({ action: 'alarm.link-revoked', objectType: 'alarm', objectId: params.id, before })
    return { success: true as const }
  })
}
