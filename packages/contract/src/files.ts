import { z } from 'zod'
import { operation } from './operation.ts'

export const getFile = operation({
  id: 'alarms.file',
  method: 'GET',
  path: '/v1/files/:key',
  summary:
    'A stored file by its key: a picture or clip of an alarm, or the logo of the company. 404 for all that the caller may not see',
  tag: 'Alarms',
  // The handler finds the alarm or company of the file, and checks it there.
  scope: 'self',
  permission: 'alarm.read',
  /** The key, encoded as one segment of the address: `media%2F2026-11-23%2F…`. */
  params: z.object({ key: z.string().min(1).max(512) }),
  replyType: 'binary',
  errors: ['NOT_FOUND'],
})
