import type { Dc09Message } from './read-message.ts'
import { meaningOfContactId, meaningOfSia, type Meaning } from './meaning.ts'

/** One event of a message. */
export interface Dc09Event extends Meaning {
  /** `BA`, or `1130` with its qualifier. */
  code: string
  /** The part of the system that is armed for itself; null if none is named. */
  area: number | null
  /** The number of the detector; null for events of the system. */
  zone: number | null
  /** Who armed or disarmed. */
  user: string | null
  /** The panel's words for the detector. */
  name: string | null
}

const MAX_EVENTS = 64
const MODIFIER = /^([a-z]{2})([0-9:-]{0,10})/
const SIA_EVENT = /^([A-Z]{2})(\d{0,6})/
const CONTACT_ID = /^([136])([0-9A-F]{3})\s?([0-9A-F]{2})\s?([0-9A-F]{3,4})$/

/** Reads the events of a message. @returns none for a form or a content that nobody here reads, and for a link test */
export function readEvents({ id, data, account }: Dc09Message): Dc09Event[] {
  if (id !== 'SIA-DCS' && id !== 'ADM-CID') return []
  // The account stands in front of the content again; some panels leave it, or its #, out.
  const content = data
    .slice(0, 1000)
    .replace(/^#?([0-9A-Fa-f]{3,16})?\|/, (prefix, named: string | undefined) =>
      named === undefined || named.toUpperCase() === account ? '' : prefix,
    )
  return (id === 'SIA-DCS' ? readSia(content) : readContactId(content)).slice(0, MAX_EVENTS)
}

/** `Nri1/BA003^Back door^`: the letter N or O, modifiers, codes with numbers, the detector's name. Panels leave the strokes out. */
function readSia(content: string): Dc09Event[] {
  const [codes = '', text = ''] = content.split(/[\^*|]/, 2)
  const name = text.replaceAll(/^['"\s]+|['"\s]+$/g, '') || null
  const shared: { area: number | null; user: string | null } = { area: null, user: null }
  const events: Dc09Event[] = []
  for (let rest = codes.replace(/^[NO](?=[a-z/A-Z])/, ''); rest !== '' && events.length < MAX_EVENTS;) {
    const modifier = MODIFIER.exec(rest)
    const event = modifier ? null : SIA_EVENT.exec(rest)
    if (modifier?.[1] === 'ri') shared.area = numberOf(modifier[2])
    if (modifier?.[1] === 'id') shared.user = modifier[2] || null
    if (event) {
      const [, code = '', number] = event
      const meaning = meaningOfSia(code)
      const isOfUser = meaning.effect === 'arm' || meaning.effect === 'disarm'
      const user = isOfUser ? (shared.user ?? (number || null)) : shared.user
      events.push({ code, ...meaning, ...shared, user, zone: isOfUser ? null : numberOf(number), name })
    }
    rest = rest.slice(modifier?.[0].length ?? event?.[0].length ?? 1).replace(/^\//, '')
  }
  return events
}

/** `1130 01 003`: qualifier and code, area, detector or user. */
function readContactId(content: string): Dc09Event[] {
  const match = CONTACT_ID.exec(content.trim().toUpperCase())
  if (!match) return []
  const [, qualifier = '', code = '', area, number] = match
  const meaning = meaningOfContactId(qualifier, code)
  const isOfUser = meaning.effect === 'arm' || meaning.effect === 'disarm'
  const zone = isOfUser ? null : numberOf(number)
  const user = isOfUser ? (number ?? null) : null
  return [{ code: `${qualifier}${code}`, ...meaning, area: numberOf(area), zone, user, name: null }]
}

/** A number above 0; the standard writes 0 where there is none. */
function numberOf(digits: string | undefined): number | null {
  const number = digits && /^\d{1,6}$/.test(digits) ? Number(digits) : 0
  return number > 0 ? number : null
}
