import { classifyEvent } from './event-type.ts'
import type { MailText, Reading } from './reading.ts'

const MAIL = String.raw`(?:e-?mail|mail|message|alarm|alert|event|notification)`
/** The names that firmware gives to test mails and health checks, in several languages. */
const NAMES = [
  String.raw`test(?:ing)?[ -]?${MAIL}`,
  String.raw`(?:smtp|${MAIL})[ -]?test(?:ing)?`,
  String.raw`health[ -]?(?:check|test|mail|e-?mail)(?:[ -]${MAIL})?`,
  String.raw`this is a test(?: ${MAIL})?`,
  String.raw`test[ -]?(?:nachricht|meldung|benachrichtigung|bericht|melding)`,
  String.raw`(?:e-?mail|correo|mensaje|alarma) de prueba|prueba de (?:e-?mail|correo|alarma)`,
  String.raw`(?:e-?mail|courriel|message|alarme) de test|test d(?:e |')(?:e-?mail|messagerie|alarme)`,
  String.raw`(?:e-?mail|messaggio|allarme) di (?:prova|test)|(?:prova|test) (?:e-?mail|allarme)`,
  String.raw`(?:e-?mail|mensagem|alarme) de teste|teste de (?:e-?mail|alarme)`,
].join('|')
const MAKER = String.raw`(?:hikvision|dahua|amcrest|lorex|reolink|axis|uniview|hanwha|wisenet|embedded net [dn]vr|ip ?camera|ipc|nvr|dvr|camera)`
const WHOLE = new RegExp(
  String.raw`^\W*(?:${MAKER}\W+)?(?:${NAMES})(?: (?:from|of) (?:your |the )?${MAKER})?\W*$`,
  'iu',
)
const BARE = new RegExp(String.raw`^\W*(?:${MAKER}\W+)?(?:test|testing|health|prueba|prova|teste)\W*$`, 'iu')
const SENTENCE = new RegExp(String.raw`^\W*(?:this is a test|${NAMES})\b[^\n]{0,80}$`, 'iu')
const LISTED = /^test ?(?:alarm|mail|e-?mail|event|message)?$/i

/**
 * Whether a message comes from a device's test button or health check. The rule is strict, because a test opens no
 * alarm. A message is a test if the event field of the firmware says so. Otherwise, a message that mentions an event of
 * a camera is an alarm, whatever else it contains. A message with pictures is a test only if its whole subject is the
 * name of a test. A message without pictures is also a test if its first line is such a sentence, or if its text is short
 * and its subject contains the name of a test.
 * @param hasMedia whether the message has pictures or clips, or lost some
 */
export function isTestMessage(mail: MailText, reading: Reading, hasMedia: boolean): boolean {
  if (reading.isListed && LISTED.test(reading.event?.trim() ?? '')) return true
  if (classifyEvent(reading.event, mail.subject, mail.text) !== 'unknown') return false
  if (WHOLE.test(mail.subject)) return true
  if (hasMedia) return false
  return (BARE.test(mail.subject) && mail.text.length < 200) || SENTENCE.test(mail.text.split('\n', 1)[0] ?? '')
}
