import { setTimeout as wait } from 'node:timers/promises'
import { sniffMedia } from '@winnow/intake'
import { ConnectError } from '../../platform/connect/connector.ts'
import type { IsapiClient } from './isapi-client.ts'

/** Pictures of one trigger, and the time between them in milliseconds: what moves has moved on in the next one. */
const PICTURES = 3
const GAP_MS = 400
/** All pictures together must be there after this time. An alarm waits for them. */
const ALL_MS = 4_000
const MOST_BYTES = 8 * 1024 * 1024

export interface Snapshots {
  pictures: Buffer[]
  /** Why there is none. Undefined if there is one. */
  problem?: string
}

/** Fetches pictures of a camera as it is now, from this path of the device. Never throws; it is tried once, and bounded in time and size. */
export async function fetchSnapshots(
  client: Pick<IsapiClient, 'fetch'>,
  path: string,
  { signal, gapMs = GAP_MS }: { signal: AbortSignal; gapMs?: number },
): Promise<Snapshots> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(ALL_MS)])
  const pictures: Buffer[] = []
  try {
    for (let n = 0; n < PICTURES; n++) {
      if (n > 0) await wait(gapMs, undefined, { signal: limited })
      const picture = await client.fetch(path, { signal: limited, timeoutMs: ALL_MS, maxResponseBytes: MOST_BYTES })
      if (!sniffMedia(picture)?.startsWith('image/')) throw new ConnectError('answer')
      pictures.push(Buffer.from(picture))
    }
  } catch (error) {
    // One picture is better than none: the rest is not tried again.
    if (pictures.length === 0)
      return { pictures, problem: error instanceof ConnectError ? error.problem : 'unreachable' }
  }
  return { pictures }
}
