import { z } from 'zod'
import { operation } from './operation.ts'
import { id, idParams, isoTime, success } from './values.ts'

export const note = z.object({
  id,
  alarmId: id,
  userId: id.nullable(),
  userName: z.string(),
  content: z.string(),
  createdAt: isoTime,
})
export type Note = z.output<typeof note>

export const listNotes = operation({
  id: 'alarms.notes',
  method: 'GET',
  path: '/v1/alarm/:id/notes',
  summary: 'Notes of an alarm, oldest first',
  tag: 'Alarms',
  scope: [{ in: 'path', at: 'id', kind: 'alarm' }],
  permission: 'alarm.read',
  params: idParams,
  reply: z.array(note),
})

/** Maximum length of a note, in characters. */
export const NOTE_MAX = 2048

export const addNote = operation({
  id: 'alarms.addNote',
  method: 'POST',
  path: '/v1/alarm/:id/notes',
  summary: 'Add a note',
  tag: 'Alarms',
  scope: [{ in: 'path', at: 'id', kind: 'alarm' }],
  permission: 'alarm.note',
  params: idParams,
  body: z.object({ content: z.string().trim().min(1).max(NOTE_MAX) }),
  reply: note,
})

export const deleteNote = operation({
  id: 'alarms.deleteNote',
  method: 'DELETE',
  path: '/v1/alarm/:id/notes/:noteId',
  summary: 'Delete a note. Administrators may delete any note, others only their own',
  tag: 'Alarms',
  scope: [
    { in: 'path', at: 'id', kind: 'alarm' },
    { in: 'path', at: 'noteId', kind: 'note', childOf: 'id' },
  ],
  permission: 'alarm.note',
  params: z.object({ id, noteId: id }),
  reply: success,
})
