import type { EventType } from '../signal.ts'

/** What an event does: an alarm, the end of one, a report about the panel's own state, a test, or the arming of it. */
export type FrontelEffect = 'alarm' | 'end' | 'report' | 'test' | 'arm' | 'disarm'

export interface FrontelEvent {
  /** The number of the event. */
  code: string
  effect: FrontelEffect
  /** In plain words; null for a number that nothing is published about. */
  words: string | null
  eventType: EventType
  /** The number of the detector, as the panel counts its devices; null for events of the panel. */
  device: number | null
}

interface Meaning {
  effect: FrontelEffect
  words: string
  eventType?: EventType
  /** Whether the first field behind the number names a device. */
  ofDevice?: true
}

/** The numbers that are published, by people who have such a panel. */
const EVENTS: Readonly<Record<string, Meaning>> = {
  '1': { effect: 'alarm', words: 'Intrusion', eventType: 'io', ofDevice: true },
  '3': { effect: 'alarm', words: 'Tamper alarm', eventType: 'tamper', ofDevice: true },
  '4': { effect: 'end', words: 'Tamper alarm, restored', eventType: 'tamper' },
  '5': { effect: 'alarm', words: 'Panic alarm', eventType: 'io', ofDevice: true },
  '6': { effect: 'alarm', words: 'Five wrong codes', eventType: 'io' },
  '7': { effect: 'alarm', words: 'Disarmed under duress', eventType: 'io' },
  '8': { effect: 'alarm', words: 'Armed under duress', eventType: 'io' },
  '15': { effect: 'report', words: 'Battery low' },
  '16': { effect: 'report', words: 'Battery restored' },
  '19': { effect: 'report', words: 'Power lost' },
  '20': { effect: 'report', words: 'Power restored' },
  '24': { effect: 'arm', words: 'Armed' },
  '25': { effect: 'disarm', words: 'Disarmed' },
  '26': { effect: 'test', words: 'Automatic test' },
  '27': { effect: 'end', words: 'Intrusion confirmed at the panel' },
  '29': { effect: 'test', words: 'Test alarm' },
  '32': { effect: 'alarm', words: 'Fire alarm', eventType: 'io', ofDevice: true },
  '34': { effect: 'alarm', words: 'Medical alarm', eventType: 'io', ofDevice: true },
}

const EVENT = /^[\s\0]*EVENT,(\d{1,4})((?:,[\x20-\x2b\x2d-\x7e]{0,40}){0,8})\s*$/

/** Reads `EVENT,1,3,2`: the number of the event, then mostly the device and its detector. @returns undefined if it has no such form */
export function readEvent(text: string): FrontelEvent | undefined {
  const match = EVENT.exec(text)
  if (!match) return undefined
  const code = String(Number(match[1]))
  const meaning = EVENTS[code]
  const named = Number(/^,(\d{1,4})(?:,|$)/.exec(match[2] ?? '')?.[1] ?? 0) || null
  // What is not known is passed on, with the device that it seems to name.
  if (!meaning) return { code, effect: 'alarm', words: null, eventType: 'unknown', device: named }
  const { effect, words, eventType = 'unknown', ofDevice } = meaning
  return { code, effect, words, eventType, device: ofDevice ? named : null }
}
