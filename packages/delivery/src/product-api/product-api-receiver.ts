import { productApi } from '@winnow/contract'
import type { z } from 'zod'
import { parseBySchema } from '../parse-by-schema.ts'
import type { ReceiverAdapter } from '../receiver.ts'

type ProductApiConfig = z.output<typeof productApi.config>

/** A shorter time would call a reader silent that waits for messages as long as it may. */
const SHORTEST_SILENCE_SECONDS = 30

/** The station fetches these messages by our API (`pulled`): the server keeps them until they are acknowledged. */
export const productApiReceiver: ReceiverAdapter<ProductApiConfig> = {
  pulled: true,
  inFlight: { limit: 2, perCompany: 1 },
  parse(config) {
    const parsed = parseBySchema(productApi.config, config)
    if (!parsed.ok) return parsed
    const { heartbeatSeconds } = parsed.config
    const isFine = heartbeatSeconds === 0 || heartbeatSeconds >= SHORTEST_SILENCE_SECONDS
    return isFine ? parsed : { ok: false, errors: [{ field: 'heartbeatSeconds', message: 'productApi.heartbeat' }] }
  },
  addresses: () => [],
  wantsPicture: () => false,
  heartbeat: async ({ readAt }, { heartbeatSeconds }, { now }) => {
    const silentMs = readAt === undefined ? Infinity : now.getTime() - Date.parse(readAt)
    if (silentMs <= heartbeatSeconds * 1000) return { ok: true, ms: 0 }
    const since = readAt === undefined ? 'yet' : `since ${readAt}`
    return { ok: false, retry: true, code: 'timeout', ms: 0, detail: `Nobody has asked for messages ${since}.` }
  },
  send: async () => ({
    ok: false,
    retry: true,
    code: 'aborted',
    ms: 0,
    detail: 'These messages are fetched, and never sent.',
  }),
}
