import { findElement, textAt, type XmlElement } from '../xml/read-xml.ts'
import type { PullPoint } from './request.ts'

/** An event of a device, with what is needed of it. */
export interface OnvifEvent {
  /** Without prefixes, as `RuleEngine/CellMotionDetector/Motion`. */
  topic: string
  /** `initialized`: how it is when the subscription begins. Nothing has happened then. */
  operation: 'initialized' | 'changed' | 'deleted' | null
  /** The values that say where it happened. */
  sources: string[]
  /** Whether something is the case now; null for an event that only happens. */
  isActive: boolean | null
}

const MOST_EVENTS = 500
const MOST_VALUES = 20
const OPERATIONS = { Initialized: 'initialized', Changed: 'changed', Deleted: 'deleted' } as const

const isOperation = (word: string | undefined): word is keyof typeof OPERATIONS =>
  word !== undefined && Object.hasOwn(OPERATIONS, word)

const items = (part: XmlElement | undefined): { name: string; value: string }[] =>
  (part?.children ?? [])
    .filter(({ name }) => name === 'SimpleItem')
    .slice(0, MOST_VALUES)
    .map(({ attributes }) => ({
      name: (attributes.get('Name') ?? '').slice(0, 100),
      value: (attributes.get('Value') ?? '').slice(0, 200),
    }))

const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false }

/** What the data say: the first value that is true or false. `ObjectId="1"` is a number and no statement. */
function stateOf(data: XmlElement | undefined): boolean | null {
  const found = items(data).find(
    ({ name, value }) => !/id$/i.test(name) && Object.hasOwn(BOOLEANS, value.toLowerCase()),
  )
  return found ? (BOOLEANS[found.value.toLowerCase()] ?? null) : null
}

/** The events of an answer to `PullMessages`, in their order. */
export function readEvents(answer: XmlElement): OnvifEvent[] {
  return answer.children
    .filter(({ name }) => name === 'NotificationMessage')
    .slice(0, MOST_EVENTS)
    .flatMap((notification) => {
      const message = findElement(notification, 'Message', 'Message')
      const topic = textAt(notification, 'Topic')
      if (!message || topic === undefined) return []
      const operation = message.attributes.get('PropertyOperation')
      return {
        topic: topic.slice(0, 300).replaceAll(/[\w.-]{1,40}:/g, ''),
        operation: isOperation(operation) ? OPERATIONS[operation] : null,
        sources: items(findElement(message, 'Source')).map(({ value }) => value),
        isActive: stateOf(findElement(message, 'Data')),
      }
    })
}

/** Topics that tell of motion, and the event that each is. */
const TOPICS: readonly [RegExp, string][] = [
  [/(^|\/)(Motion|MotionAlarm)$/, 'motion'],
  [/(^|\/)LineDetector\/Crossed$/, 'line crossing'],
  [/(^|\/)FieldDetector\/ObjectsInside$/, 'intrusion'],
]

/**
 * What begins to move in the pictures of a stream; undefined for everything else: what is so when the subscription begins, what ends, other
 * topics, and other cameras of a recorder.
 * @param sources the tokens of the stream's source; null if the device has one source only
 */
export function motionOf(event: OnvifEvent, sources: readonly string[] | null): string | undefined {
  if (event.operation === 'initialized' || event.operation === 'deleted' || event.isActive === false) return undefined
  if (sources !== null && !event.sources.some((source) => sources.includes(source))) return undefined
  return TOPICS.find(([topic]) => topic.test(event.topic))?.[1]
}

const PREFIX = /<\/?([A-Za-z_][\w.-]{0,40}):|\s([A-Za-z_][\w.-]{0,40}):[\w.-]{1,100}=/g
const MOST_PARAMETERS = 2_000
/** Characters of a document in which the subscription is looked for. */
const MOST_HEAD = 65_536

/** The new subscription, and how long it lasts, in seconds; undefined if the device names none. */
export function readPullPoint(answer: XmlElement, document: string): (PullPoint & { seconds: number }) | undefined {
  const address = textAt(answer, 'SubscriptionReference', 'Address')
  if (address === undefined) return undefined
  return {
    address: address.slice(0, 1_000),
    parameters: readParameters(document.slice(0, MOST_HEAD)),
    seconds: readSeconds(answer),
  }
}

/**
 * What the device wants in the head of each call, as it wrote it, with the namespaces that it names elsewhere in the document. Nothing where
 * it is too long or names a namespace that is nowhere.
 */
function readParameters(document: string): string {
  const [, inner = ''] =
    /<(?:[\w.-]{1,40}:)?ReferenceParameters(?:\s[^<>]{0,500})?>([\s\S]{0,2000}?)<\/(?:[\w.-]{1,40}:)?ReferenceParameters>/.exec(
      document,
    ) ?? []
  const text = inner.trim()
  if (text === '' || text.length > MOST_PARAMETERS) return ''
  const prefixes = new Set([...text.matchAll(PREFIX)].flatMap(([, a, b]) => a ?? b ?? []))
  prefixes.delete('xmlns')
  let declared = ''
  for (const prefix of prefixes) {
    const [, uri] = new RegExp(`xmlns:${prefix.replaceAll('.', String.raw`\.`)}="([^"<>]{1,300})"`).exec(document) ?? []
    if (uri === undefined) return ''
    if (!text.includes(`xmlns:${prefix}=`)) declared += ` xmlns:${prefix}="${uri}"`
  }
  // The declarations go to each element of the outermost level; the devices known write one.
  return declared === '' ? text : text.replace(/^<([\w.:-]{1,80})/, (start) => start + declared)
}

const USUAL_SECONDS = 60

/** How long a subscription lasts by the device's own clock, of the answer that made or renewed it. */
export function readSeconds(answer: XmlElement): number {
  const [from, until] = [textAt(answer, 'CurrentTime'), textAt(answer, 'TerminationTime')].map((text) =>
    Date.parse(text ?? ''),
  )
  const seconds = ((until ?? Number.NaN) - (from ?? Number.NaN)) / 1_000
  return seconds > 0 && seconds < 86_400 ? seconds : USUAL_SECONDS
}
