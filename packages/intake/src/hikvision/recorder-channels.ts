import type { RecorderChannel, RecorderFacts } from '../recorder-channel.ts'
import { lineOrNull } from '../text/clean.ts'
import { FIRST_NETWORK_CHANNEL } from './read-event-xml.ts'

/** A list of 512 channels has some hundred thousand characters. */
const MOST_CHARS = 1024 * 1024
const MOST_CHANNELS = 512
/** A channel has about a thousand characters. */
const MOST_OF_ONE = 8 * 1024
const MOST_NAME = 200
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
/** A namespace before the name of an element. Firmware uses several or none. */
const PREFIX = '<(?:[A-Za-z][\\w.-]{0,40}:)?'

/** An entry of one of the lists of channels. */
export interface HikvisionInput {
  id: number
  name: string | null
  /** Whether a picture comes in; null where the list does not tell. */
  isOnline: boolean | null
}

/** What a device says of itself. `isNetworkRecorder`: it has no inputs for analog cameras. */
export interface HikvisionFacts extends RecorderFacts {
  isNetworkRecorder: boolean
}

const textOf = (xml: string, element: string): string | null => {
  const [, value = ''] = new RegExp(`${PREFIX}${element}(?:\\s[^<>]{0,200})?>([^<]{0,1000})</`).exec(xml) ?? []
  return lineOrNull(
    value.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => ENTITIES[name] ?? '&'),
    MOST_NAME,
  )
}

/** The text from the element with this name on. Undefined where it is not there, or defines entities or types, which no device does. */
function within(text: string, element: string): string | undefined {
  const xml = text.slice(0, MOST_CHARS)
  if (/<!(DOCTYPE|ENTITY|ELEMENT|ATTLIST)/i.test(xml)) return undefined
  const at = xml.search(new RegExp(`${PREFIX}${element}[\\s/>]`))
  return at < 0 ? undefined : xml.slice(at)
}

/** Each element with this name, up to the next one: nothing is read twice, however often an element begins. */
function elementsOf(xml: string, element: string): string[] {
  const starts = [...xml.matchAll(new RegExp(`${PREFIX}${element}[\\s>]`, 'g'))].map(({ index }) => index)
  return starts
    .slice(0, MOST_CHANNELS)
    .map((at, n) => xml.slice(at, Math.min(starts[n + 1] ?? xml.length, at + MOST_OF_ONE)))
}

function readList(
  text: string,
  element: string,
  onlineOf: (xml: string) => boolean | null | 'unused',
): HikvisionInput[] | undefined {
  const list = within(text, `${element}List`)
  if (list === undefined) return undefined
  return elementsOf(list, element).flatMap((xml) => {
    const id = Number(/^[1-9]\d{0,3}$/.exec(textOf(xml, 'id') ?? '')?.[0])
    const isOnline = onlineOf(xml)
    return Number.isNaN(id) || isOnline === 'unused' ? [] : { id, name: textOf(xml, 'name'), isOnline }
  })
}

const flagOf = (xml: string, element: string): boolean | null => {
  const value = textOf(xml, element)?.toLowerCase()
  return value === 'true' ? true : value === 'false' ? false : null
}

/** Reads `/ISAPI/System/deviceInfo`. @returns undefined for what is no such answer */
export function readHikvisionFacts(text: string): HikvisionFacts | undefined {
  const xml = within(text, 'DeviceInfo')
  if (xml === undefined) return undefined
  const kind = textOf(xml, 'deviceType') ?? ''
  return { name: textOf(xml, 'deviceName'), model: textOf(xml, 'model'), isNetworkRecorder: /^(pc)?nvr$/i.test(kind) }
}

/** Reads `/ISAPI/ContentMgmt/InputProxy/channels`: the network cameras of a recorder. @returns undefined for what is no such answer */
export const readNetworkInputs = (text: string): HikvisionInput[] | undefined =>
  readList(text, 'InputProxyChannel', () => null)

/** Reads `/ISAPI/ContentMgmt/InputProxy/channels/status`: which network cameras the recorder reaches, by their ids. Empty for what is no such answer. */
export function readNetworkStates(text: string): Map<number, boolean> {
  const found = readList(text, 'InputProxyChannelStatus', (xml) => flagOf(xml, 'online')) ?? []
  return new Map(found.flatMap(({ id, isOnline }) => (isOnline === null ? [] : [[id, isOnline] as const])))
}

/**
 * Reads `/ISAPI/System/Video/inputs/channels`: the analog cameras of a recorder, or the only channel of a camera. Inputs that somebody
 * switched off are left out.
 * @returns undefined for what is no such answer
 */
export const readVideoInputs = (text: string): HikvisionInput[] | undefined =>
  readList(text, 'VideoInputChannel', (xml) => {
    if (flagOf(xml, 'videoInputEnabled') === false) return 'unused'
    return textOf(xml, 'resDesc')?.toUpperCase() === 'NO VIDEO' ? false : null
  })

/**
 * The channels of a device, by the numbers that {@link readEventXml} gives. Recorders count network cameras from 1, after their analog
 * inputs, or from 33; the reader of events takes 32 off then, and so does this. Where that number is one of an analog input, the number stays.
 */
export function numberHikvisionChannels({
  facts,
  network,
  states,
  inputs,
}: {
  facts: HikvisionFacts
  network: readonly HikvisionInput[]
  states: ReadonlyMap<number, boolean>
  inputs: readonly HikvisionInput[]
}): RecorderChannel[] {
  // A recorder without analog inputs lists its places there, also those without a camera.
  const analog = facts.isNetworkRecorder && network.length > 0 ? [] : inputs
  const offset = FIRST_NETWORK_CHANNEL - 1
  const isShifted =
    network.every(({ id }) => id > offset) &&
    !network.some(({ id }) => analog.some((input) => input.id === id - offset))
  const channels = new Map<number, RecorderChannel>()
  const add = (number: number, { name, isOnline }: Omit<HikvisionInput, 'id'>): void => {
    if (!channels.has(number)) channels.set(number, { channel: String(number), name, isOnline })
  }
  for (const { id, name } of network) add(isShifted ? id - offset : id, { name, isOnline: states.get(id) ?? null })
  for (const { id, ...input } of analog) add(id, input)
  return [...channels.entries()].toSorted(([a], [b]) => a - b).map(([, channel]) => channel)
}
