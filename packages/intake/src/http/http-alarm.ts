import type { SignalProblem } from '../signal.ts'

/** A decoded picture or clip of an alarm by HTTP. */
export interface HttpMedia {
  name: string | null
  contentType: string | null
  bytes: Uint8Array
  offsetMs: number | null
}

/** An alarm from a client of the HTTP interface, in any form: JSON, multipart or a bare file. */
export interface HttpAlarm {
  event: string | null
  deviceTime: string | null
  channel: string | null
  text: string
  media: HttpMedia[]
  problems: SignalProblem[]
}

/** An error in a request, with its place (`media[2].data`). */
export interface HttpAlarmIssue {
  path: string
  message: string
}

/**
 * The readable content of a request, and its errors. An error in one picture does not affect the others: once a request is stored,
 * everything usable in it is used.
 */
export interface HttpAlarmReading {
  alarm: HttpAlarm
  issues: HttpAlarmIssue[]
  /** Nothing was sent that could be a picture or clip, not even a broken one. */
  isEmpty: boolean
}

/** An alarm without any content yet. */
export function emptyHttpAlarm(): HttpAlarm {
  return { event: null, deviceTime: null, channel: null, text: '', media: [], problems: [] }
}
