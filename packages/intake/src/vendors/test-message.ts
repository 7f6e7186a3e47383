import { classifyEvent } from './event-type.ts'
import type { MailText, Reading } from './reading.ts'

const MAIL = String.raw`(?:e-?mail|mail|message|alarm|alert|event|notification)`
/** What test buttons and health checks call themselves, in the languages that devices are sold with. */
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
 * Whether a device's test button or health check sent this. The rule is strict, because a test opens no alarm: a
 * message that mentions any event of a camera is an alarm, whatever else it contains. A message with pictures is a test
 * only if its whole subject is a test's name, or the firmware's own field says so; one without pictures also if its
 * text starts that way.
 * @param hasMedia it has pictures or clips, or lost some
 */
export function isTestMessage(mail: MailText, reading: Reading, hasMedia: boolean): boolean {
  if (reading.isListed && LISTED.test(reading.event?.trim() ?? '')) return true
  if (classifyEvent(reading.event, mail.subject, mail.text) !== 'unknown') return false
  if (WHOLE.test(mail.subject)) return true
  if (hasMedia) return false
  return (BARE.test(mail.subject) && mail.text.length < 200) || SENTENCE.test(mail.text.split('\n', 1)[0] ?? '')
}
