import type { ParseLimits } from '../limits.ts'
import { EMPTY_PART, MessageContent, type TextBytes } from '../media/collect.ts'
import { splitBody, type Leaf } from '../mime/split-parts.ts'
import type { SignalProblem } from '../signal.ts'
import { decodeText } from '../text/charset.ts'
import { emptyHttpAlarm, type HttpAlarm, type HttpAlarmIssue, type HttpAlarmReading } from './http-alarm.ts'

/**
 * Reads multipart/form-data and multipart/mixed. Every file part is a picture or clip, whatever its field's name; the fields `event`,
 * `deviceTime`, `channel` and `text` hold the rest. Parts have the same limits as those of a mail.
 */
export function readMultipartAlarm(raw: Uint8Array, contentType: string, limits: ParseLimits): HttpAlarmReading {
  const message = splitBody(raw, contentType, limits)
  const alarm: HttpAlarm = { ...emptyHttpAlarm(), problems: [...message.problems] }
  const content = new MessageContent(limits)
  for (const leaf of message.leaves) {
    const texts = content.add(leaf)
    if (leaf.name === null) for (const text of texts) readField(alarm, leaf, text)
  }
  alarm.problems.push(...content.problems)
  for (const { name, declaredType, bytes } of content.media)
    alarm.media.push({ name, contentType: declaredType, bytes, offsetMs: null })
  const bare = alarm.media.length === 0 && alarm.problems.length === 0
  const issues = bare ? [{ path: '', message: 'holds no picture or clip' }] : alarm.problems.map(toIssue)
  const isEmpty =
    alarm.media.length === 0 &&
    alarm.problems.every(({ detail }) => detail === EMPTY_PART) &&
    message.leaves.every(isWordsOrNothing)
  return { alarm, issues, isEmpty }
}

/** Whether a part is a form field or empty. Text outside of all fields is neither: it may be a body that was not understood. */
function isWordsOrNothing({ name, field, body }: Leaf): boolean {
  return body.length === 0 || (field !== null && name === null)
}

function toIssue({ code, detail }: SignalProblem): HttpAlarmIssue {
  return { path: '', message: detail ? `${code}: ${detail}` : code }
}

function readField(alarm: HttpAlarm, leaf: Leaf, { bytes, charset }: TextBytes): void {
  const { text } = decodeText(bytes.subarray(0, 10_000), charset)
  const value = text.trim()
  if (leaf.field === 'event' || leaf.field === 'deviceTime' || leaf.field === 'channel')
    alarm[leaf.field] = value || null
  else alarm.text = alarm.text === '' ? value : `${alarm.text}\n${value}`
}
