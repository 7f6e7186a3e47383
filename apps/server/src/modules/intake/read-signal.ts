import { buffer } from 'node:stream/consumers'
import { parseHttpAlarm, parseMail, type ParsedSignal } from '@winnow/intake'
import type { MediaStore } from '../../platform/media/media-store.ts'
import type { ClaimedSignal } from './claim-signal.ts'

/** Reads the raw message of a signal. Never throws for what stands in it; a missing file is a fault of ours and does. */
export async function readSignal(media: MediaStore, signal: ClaimedSignal): Promise<ParsedSignal> {
  const { body } = await media.get(signal.raw_key)
  const raw = await buffer(body)
  const receivedAt = signal.received_at
  if (signal.source === 'smtp') return parseMail(raw, { receivedAt })
  return parseHttpAlarm(raw, signal.raw_type ?? 'application/octet-stream', {
    receivedAt,
    ...(signal.idempotency_key === null ? {} : { idempotencyKey: signal.idempotency_key }),
  })
}
