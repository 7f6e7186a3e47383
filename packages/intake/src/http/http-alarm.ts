import type { SignalProblem } from '../signal.ts'

/** One picture or clip of an alarm that came over HTTP, decoded. */
export interface HttpMedia {
  name: string | null
  contentType: string | null
  bytes: Uint8Array
  offsetMs: number | null
}

/** An alarm as a client of the HTTP interface sends it, whatever the form: JSON, multipart or a bare file. */
export interface HttpAlarm {
  event: string | null
  deviceTime: string | null
  channel: string | null
  text: string
  media: HttpMedia[]
  problems: SignalProblem[]
}

/** A mistake in a request, told with the place it is in (`media[2].data`). */
export interface HttpAlarmIssue {
  path: string
  message: string
}

/**
 * A request as far as it could be read, and what is wrong with it. A fault in one picture does not cost the others: once a request is
 * stored, whatever can be used of it is used.
 */
export interface HttpAlarmReading {
  alarm: HttpAlarm
  issues: HttpAlarmIssue[]
  /** Nothing was sent that could be a picture or clip, be it broken. */
  isEmpty: boolean
}

/** An alarm of which nothing is known yet. */
export function emptyHttpAlarm(): HttpAlarm {
  return { event: null, deviceTime: null, channel: null, text: '', media: [], problems: [] }
}
