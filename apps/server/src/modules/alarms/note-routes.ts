import { addNote, deleteNote, listNotes, type Note } from '@winnow/contract'
import { AppError } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { newId } from '../../platform/ids.ts'
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

export function registerNotes(register: Register): void {
  register.read(listNotes, async ({ tx, actor, params }) => {
    const rows = await tx
      .selectFrom('alarm_note')
      .selectAll()
      .where('alarm_id', '=', params.id)
      .where('company_id', '=', actor.companyId)
      .orderBy('id')
      .execute()
    return rows.map(present)
  })

  register.write(addNote, async ({ tx, actor, params, body, audit, now }) => {
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
    const entry = { action: 'alarm.note-added', objectType: 'alarm' as const, objectId: params.id, after: body }
    await audit(entry)
    await touchAlarm(tx, actor.companyId, params.id)
    return present(row)
  })

  register.write(deleteNote, async ({ tx, actor, params, audit }) => {
    const row = await tx
      .selectFrom('alarm_note')
      .select(['user_id', 'content'])
      .where('id', '=', params.noteId)
      .executeTakeFirstOrThrow()
    // A note of a deleted user and a token of a deleted maker both have no user id. Two missing ids must not be treated as equal.
    const isOwn = row.user_id !== null && row.user_id === actor.userId
    if (!isOwn && !actor.permissions.has('users.manage'))
      throw new AppError('FORBIDDEN', 'Only who wrote a note, or an administrator, may delete it')
    await tx.deleteFrom('alarm_note').where('id', '=', params.noteId).execute()
    const entry = { action: 'alarm.note-deleted', objectType: 'alarm' as const, objectId: params.id }
    await audit({ ...entry, before: { content: row.content } })
    await touchAlarm(tx, actor.companyId, params.id)
    return { success: true as const }
  })
}
