import type { MailText, Reading } from './reading.ts'
import { classifyEvent } from './event-type.ts'

const TEST_PHRASE =
  /\b(test(ing)?[ -]?(e-?mail|mail|message|alarm|alert)|e-?mail test(ing)?|smtp test|health[ -]?(mail|e-?mail|check|test)|this is a test\b)/i
const BARE_TEST = /^\W*(test|testing|hikvision test|test alarm|mail test|health)\W*$/i

/**
 * Whether a device's test button or health check sent this. Strict, since a test opens no alarm: a message that names an event is an alarm
 * whatever else it says, and one with pictures is a test only if it says so in as many words.
 */
export function isTestMessage(mail: MailText, reading: Reading, hasMedia: boolean): boolean {
  if (reading.event !== null && /^test ?(alarm|mail|event)?$/i.test(reading.event.trim())) return true
  const says = `${mail.subject}\n${mail.text.slice(0, 500)}`
  const phrase = TEST_PHRASE.test(says)
  const bare = BARE_TEST.test(mail.subject) && (mail.text.trim() === '' || mail.text.length < 200)
  const named = classifyEvent(reading.event) !== 'unknown'
  if (named) return false
  return phrase || (bare && !hasMedia)
}
