import { addNote, deleteNote, listNotes, type Note } from '@winnow/contract'
import { inTenant } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { newId } from '../../platform/ids.ts'
import { recordAudit } from '../audit/index.ts'
import type { AlarmDeps } from './alarm-deps.ts'
import { touchAlarm } from './touch-alarm.ts'

interface Row {
  id: string
  alarm_id: string
  user_id: string | null
  user_name: string
  content: string
  created_at: Date
}

const present = (row: Row): Note => ({
  id: row.id,
  alarmId: row.alarm_id,
  userId: row.user_id,
  userName: row.user_name,
  content: row.content,
  createdAt: row.created_at.toISOString(),
})

export function registerNotes(register: Register, { db, clock }: AlarmDeps): void {
  register(listNotes, ({ actor, params }) =>
    inTenant(db, actor.companyId, async (tx) => {
      const rows = await tx
        .selectFrom('alarm_note')
        .selectAll()
        .where('alarm_id', '=', params.id)
        .where('company_id', '=', actor.companyId)
        .orderBy('id')
        .execute()
      return rows.map(present)
    }),
  )

  register(addNote, ({ actor, params, body, request }) =>
    inTenant(db, actor.companyId, async (tx) => {
      const now = clock.now()
      const row = await tx
        .insertInto('alarm_note')
        .values({
          id: newId(now.getTime()),
          alarm_id: params.id,
          company_id: actor.companyId,
          user_id: actor.userId,
          user_name: actor.name,
          content: body.content,
          created_at: now,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      const entry = { action: 'alarm.note-added', objectType: 'alarm', objectId: params.id, after: body }
      await recordAudit(tx, actor, entry, now, request.id)
      await touchAlarm(tx, actor.companyId, params.id)
      return present(row)
    }),
  )

  register(deleteNote, ({ actor, params, request }) =>
    inTenant(db, actor.companyId, async (tx) => {
      const row = await tx
        .selectFrom('alarm_note')
        .select(['user_id', 'content'])
        .where('id', '=', params.noteId)
        .executeTakeFirstOrThrow()
      // Neither a note of somebody who was deleted nor a token whose maker was has anybody: nobody's note is not its own.
      const isOwn = row.user_id !== null && row.user_id === actor.userId
      if (!isOwn && !actor.permissions.has('users.manage'))
        throw new AppError('FORBIDDEN', 'Only who wrote a note, or an administrator, may delete it')
      await tx.deleteFrom('alarm_note').where('id', '=', params.noteId).execute()
      const entry = { action: 'alarm.note-deleted', objectType: 'alarm', objectId: params.id }
      await recordAudit(tx, actor, { ...entry, before: { content: row.content } }, clock.now(), request.id)
      await touchAlarm(tx, actor.companyId, params.id)
      return { success: true as const }
    }),
  )
}
