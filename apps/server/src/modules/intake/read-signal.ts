import { buffer } from 'node:stream/consumers'
import {
  parseAxis,
  parseDahua,
  parseDc09,
  parseFrontel,
  parseFtpFile,
  parseHikvision,
  parseHttpAlarm,
  parseInstar,
  parseMail,
  parseNxEvent,
  type ParsedSignal,
  parseUniview,
  parseXprotectEvent,
} from '@winnow/intake'
import type { MediaStore } from '../../platform/media/media-store.ts'
import { fromStore } from '../../platform/media/media-unavailable.ts'
import type { ClaimedSignal } from './claim-signal.ts'
import type { FetchVmsPictures } from './vms-pictures.ts'

/** The columns that reading a raw message needs. */
export type RawSignal = Pick<
  ClaimedSignal,
  'raw_key' | 'raw_type' | 'recipient' | 'source' | 'received_at' | 'idempotency_key'
> &
  Partial<Pick<ClaimedSignal, 'company_id'>>

/** The readers of what devices of makers push, or report when they are called. */
const PUSHES = { axis: parseAxis, dahua: parseDahua, instar: parseInstar, uniview: parseUniview } as const
const isPush = (source: string): source is keyof typeof PUSHES => Object.hasOwn(PUSHES, source)
/** What fetches the pictures of events, by the maker of the system. */
export type VmsPictures = Partial<Record<'digitalwatchdog' | 'milestone', FetchVmsPictures>>

/** Loads a file. @throws MediaUnavailable if the store fails; the store's own error if the store works and only this file cannot be read */
async function load(media: MediaStore, key: string): Promise<Uint8Array> {
  try {
    return await buffer((await media.get(key)).body)
  } catch (error) {
    await fromStore(media.check())
    throw error
  }
}

/** The detector for which a message of a panel was stored, from its `account/zone`. */
const zoneOf = (recipient: string | null): number | null => Number(recipient?.split('/')[1] ?? 0) || null

/**
 * Reads the raw message of a signal. Never throws because of its content, but throws if the file is missing.
 * @param fetchVmsPictures fetch the pictures of an event of a video system, whose message holds none
 */
export async function readSignal(
  media: MediaStore,
  signal: RawSignal,
  fetchVmsPictures: VmsPictures = {},
): Promise<ParsedSignal> {
  const raw = await load(media, signal.raw_key)
  const receivedAt = signal.received_at
  if (signal.source === 'smtp') return parseMail(raw, { receivedAt })
  if (signal.source === 'ftp') return parseFtpFile(raw, { path: signal.recipient ?? '/', receivedAt })
  if (signal.source === 'hikvision') return parseHikvision(raw, signal.raw_type ?? '', { receivedAt })
  if (signal.source === 'digitalwatchdog' || signal.source === 'milestone') {
    const fetched = await fetchVmsPictures[signal.source]?.(raw, signal.company_id ?? '', receivedAt)
    const parse = signal.source === 'milestone' ? parseXprotectEvent : parseNxEvent
    return parse(raw, { receivedAt, ...fetched })
  }
  if (signal.source === 'dc09') return parseDc09(raw, { zone: zoneOf(signal.recipient), receivedAt })
  if (signal.source === 'videofied') return parseFrontel(raw, { receivedAt })
  if (isPush(signal.source))
    return PUSHES[signal.source](raw, signal.raw_type ?? '', { receivedAt, storedAs: signal.raw_key })
  // A trigger of a stream is kept in the form of the HTTP interface.
  return parseHttpAlarm(raw, signal.raw_type ?? 'application/octet-stream', {
    receivedAt,
    storedAs: signal.raw_key,
    ...(signal.idempotency_key === null ? {} : { idempotencyKey: signal.idempotency_key }),
  })
}
