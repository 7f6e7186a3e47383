/** An event of a Dahua device. */
export interface DahuaEvent {
  /** In the words of the firmware: `VideoMotion`, `CrossLineDetection`. */
  code: string
  action: 'start' | 'stop' | 'pulse'
  /** As people number it: devices count from 0 in what they send. */
  channel: string | null
  /** In ISO 8601, without a zone: seconds of the device's own clock, which most devices count in local time. */
  time: string | null
  /** The name of the rule, as somebody entered it. */
  rule: string | null
}

/** What a part of a device's stream says. */
export type DahuaText = { kind: 'heartbeat' } | { kind: 'events'; events: DahuaEvent[] } | { kind: 'unread' }

const MAX_CHARS = 64 * 1024
/** Events of one part. Devices write one, rarely two. */
const MOST_EVENTS = 16
const LISTED = /^[ \t]*Events\[(\d{1,2})\]\.([\w.[\]]{1,100})=([^\r\n]{0,500})/gm
const LINE = /Code=([^;\r\n]{1,100});\s*action=(\w{1,20})(?:;\s*index=(\d{1,4}))?(?:;\s*data=(.{0,2000}))?/gs

const actionOf = (word: string | undefined): DahuaEvent['action'] => {
  const lower = word?.trim().toLowerCase()
  return lower === 'stop' ? 'stop' : lower === 'start' ? 'start' : 'pulse'
}

const channelOf = (index: string | undefined): string | null =>
  index !== undefined && /^\d{1,4}$/.test(index.trim()) ? String(Number(index) + 1) : null

function timeOf(seconds: string | undefined): string | null {
  const at = Number(seconds)
  return seconds !== undefined && at > 0 && at < 4_102_444_800 ? new Date(at * 1_000).toISOString().slice(0, 19) : null
}

/** The form of `snapManager`: `Events[0].EventBaseInfo.Code=VideoMotion`, a value on each line. */
function readListed(text: string): DahuaEvent[] {
  const events = new Map<string, Map<string, string>>()
  for (const [, number = '', name = '', value = ''] of text.matchAll(LISTED)) {
    const values = events.get(number) ?? new Map<string, string>()
    if (events.size >= MOST_EVENTS && !events.has(number)) continue
    if (!values.has(name)) values.set(name, value.trim())
    events.set(number, values)
  }
  return [...events.values()].flatMap((values) => {
    const code = values.get('EventBaseInfo.Code') ?? values.get('Code')
    if (!code) return []
    return {
      code: code.slice(0, 100),
      action: actionOf(values.get('EventBaseInfo.Action') ?? values.get('Action')),
      channel: channelOf(values.get('EventBaseInfo.Index') ?? values.get('Channel')),
      time: timeOf(values.get('UTC')),
      rule: values.get('Name')?.slice(0, 200) || null,
    }
  })
}

/** The form of `eventManager`: `Code=VideoMotion;action=Start;index=0;data={…}`. */
function readLines(text: string): DahuaEvent[] {
  const events: DahuaEvent[] = []
  for (const line of text.split(/(?=Code=)/).slice(0, MOST_EVENTS + 1)) {
    LINE.lastIndex = 0
    const [, code, action, index, data = ''] = LINE.exec(line) ?? []
    if (code === undefined) continue
    events.push({
      code,
      action: actionOf(action),
      channel: channelOf(index),
      time: timeOf(/"UTC"\s*:\s*(\d{1,12})/.exec(data)?.[1]),
      rule: /"Name"\s*:\s*"([^"\\]{1,200})"/.exec(data)?.[1] ?? null,
    })
  }
  return events.slice(0, MOST_EVENTS)
}

/** Reads a text part of a device's stream, in either of its two forms. */
export function readDahuaText(given: string): DahuaText {
  const text = given.slice(0, MAX_CHARS)
  if (/^\s*heartbeat\s*$/i.test(text)) return { kind: 'heartbeat' }
  const listed = readListed(text)
  const events = listed.length > 0 ? listed : readLines(text)
  return events.length > 0 ? { kind: 'events', events } : { kind: 'unread' }
}
