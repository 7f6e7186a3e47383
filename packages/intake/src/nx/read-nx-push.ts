import { isDeeplyNested, nxId } from '@winnow/domain'
import { cleanText } from '../text/clean.ts'
import type { NxEvent } from './parse-nx-event.ts'

/** A placeholder that the system has not replaced, since the event has no such value. */
const PLACEHOLDER = /^\{event\.\w+\}$/
const MAX_VALUE = 2_000
/** The names of the values in the template of a rule, in its order. */
const NAMES = [
  'system',
  'server',
  'camera',
  'cameraName',
  'eventType',
  'eventName',
  'source',
  'caption',
  'alarmType',
  'description',
] as const
type Name = (typeof NAMES)[number]
type Values = Partial<Record<Name, string>>

const valueOf = (text: string): string => {
  const clean = cleanText(text).slice(0, MAX_VALUE).trim().toWellFormed()
  return PLACEHOLDER.test(clean) ? '' : clean
}

const takeFrom = (given: Readonly<Record<string, unknown>>): Values =>
  Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = given[name]
      return typeof value === 'string' ? [[name, valueOf(value)]] : []
    }),
  )

/** The text before the quotation mark that ends a value, which a comma or a brace follows. */
function withoutEnd(raw: string): string {
  const end = raw.lastIndexOf('"')
  return end < 0 || !/^[\s,}]*$/.test(raw.slice(end + 1)) ? raw : raw.slice(0, end)
}

/**
 * Reads the template without a JSON parser: the system puts values into it as they are, so a quotation mark or a line break in a caption
 * breaks the JSON. A value ends where the next name of the template begins.
 */
function readBroken(text: string): Values {
  const starts = NAMES.flatMap((name) => {
    const found = new RegExp(`"${name}"\\s*:\\s*"`).exec(text)
    return found ? [{ name, at: found.index, from: found.index + found[0].length }] : []
  }).toSorted((a, b) => a.at - b.at)
  return Object.fromEntries(
    starts.map(({ name, from }, index) => {
      const raw = text.slice(from, starts[index + 1]?.at ?? text.length)
      return [name, valueOf(withoutEnd(raw))]
    }),
  )
}

function readBody(body: Uint8Array): Values {
  const text = new TextDecoder().decode(body)
  if (text.trim() === '' || isDeeplyNested(body)) return {}
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? takeFrom({ ...read }) : {}
  } catch {
    return readBroken(text)
  }
}

const short = (text = ''): string => text.replaceAll(/\s+/g, ' ').slice(0, 200)

/**
 * Reads the event that the rule “Do HTTP(s) request” of DW Spectrum or Nx Witness sends: the values of the template in the content, and those
 * of the address. Never throws. What is not there is empty. The event has no time, since the system puts none into the template.
 */
export function readNxPush(body: Uint8Array, query: Readonly<Record<string, unknown>>): NxEvent {
  const values = {
    ...takeFrom(query),
    ...Object.fromEntries(Object.entries(readBody(body)).filter(([, text]) => text)),
  }
  const { eventType = '', eventName = '', source = '', caption = '', description = '' } = values
  const isAnalytics = eventType !== '' || eventName !== ''
  const usual = isAnalytics ? 'analyticsSdkEvent' : 'userDefinedEvent'
  return {
    systemId: nxId(values.system),
    serverId: nxId(values.server),
    cameraId: nxId(values.camera),
    cameraName: short(values.cameraName),
    alarmType: short(values.alarmType) || (isAnalytics || source + caption + description !== '' ? usual : ''),
    alarmName: short(eventName || caption),
    actionType: 'execHttpRequestAction',
    alarmEventId: short(isAnalytics ? eventType : source),
    description: [eventName === '' ? '' : caption, description].filter(Boolean).join('\n'),
    at: null,
  }
}
