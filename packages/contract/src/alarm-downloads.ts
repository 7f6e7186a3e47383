import { z } from 'zod'
import { operation } from './operation.ts'
import { idParams, isoTime } from './values.ts'

/** How long a download link works, in seconds. A download that has begun goes on after that. */
export const DOWNLOAD_SECONDS = 300

export const generateDownloadToken = operation({
  id: 'alarms.generateDownloadToken',
  method: 'GET',
  path: '/v1/alarm/:id/generate-download-token',
  summary: 'A link to download an alarm as a ZIP file, for the caller and for some minutes',
  tag: 'Alarms',
  scope: [{ in: 'path', at: 'id', kind: 'alarm' }],
  permission: 'alarm.read',
  params: idParams,
  reply: z.object({
    token: z.string(),
    /** Path of the download with the token, on this server. */
    url: z.string(),
    expiresAt: isoTime,
  }),
})

/**
 * The link works without a session. It stops working when the user is disabled, or loses the right to see the alarm. All refused links get
 * the same reply.
 */
export const downloadAlarm = operation({
  id: 'alarms.download',
  method: 'GET',
  path: '/v1/alarm/:id/download',
  summary:
    'An alarm as a ZIP file: pictures as received, pictures with boxes, and alarm.json with all facts and SHA-256 sums',
  tag: 'Alarms',
  scope: 'signed',
  params: idParams,
  query: z.object({ token: z.string().max(500) }),
  replyType: 'binary',
  errors: ['NOT_FOUND', 'RATE_LIMITED', 'UNAVAILABLE'],
})
