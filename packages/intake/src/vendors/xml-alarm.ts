import { isStopPhrase } from './event-type.ts'
import { emptyReading, type MailText, type Reading } from './reading.ts'

const ELEMENT = /<([A-Za-z0-9]{1,40})(?:\s[^<>]{0,200})?>([^<]{0,500})(?=<)/g
const START = /<Alarm[\s>]/i

/**
 * Reads the XML body of Immix, a central-station software, which analytics servers also write; null for other mails:
 * `<Alarm><Input1>21</Input1><EventType>ObjectDetected</EventType>…`. Parsed by element name without an XML parser, so
 * that entities and nested definitions have no effect. Some senders show the XML as the text of an HTML mail.
 */
export function readXmlAlarm(mail: MailText): Reading | null {
  const body = [mail.source, mail.text].find((text) => START.test(text))
  if (body === undefined) return null
  const at = body.search(START)
  const elements = new Map<string, string>()
  for (const [, name = '', value = ''] of body.slice(at, at + 8000).matchAll(ELEMENT)) {
    if (!elements.has(name.toLowerCase())) elements.set(name.toLowerCase(), decode(value).trim())
  }
  const event = elements.get('eventtype') || null
  if (event === null) return null
  return {
    ...emptyReading(elements.has('input1') ? 'immix' : 'generic'),
    event,
    isListed: true,
    channel: elements.get('input1') || null,
    channelName: elements.get('location') || null,
    time: elements.get('datetime') || null,
    stop: isStopPhrase(event, { isListed: true }),
  }
}

function decode(value: string): string {
  return value.replace(
    /&(lt|gt|quot|apos|amp);/g,
    (_, name: string) => ({ lt: '<', gt: '>', quot: '"', apos: "'" })[name] ?? '&',
  )
}
