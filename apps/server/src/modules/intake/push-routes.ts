import {
  pushAxis,
  pushAxisByQuery,
  pushHikvision,
  pushInstar,
  pushInstarByQuery,
  pushUniview,
  pushUniviewEvent,
  pushUniviewNotification,
} from '@winnow/contract'
import { parseUniview, pushType, readHikvisionClues } from '@winnow/intake'
import type { Register } from '../../platform/http/register.ts'
import { createPushTaker, type PushKind, type PushRequest } from './take-push.ts'
import type { IngestRouteDeps } from './take-upload.ts'

const HIKVISION: PushKind = {
  source: 'hikvision',
  typeOf: ({ headers }) => headers['content-type'] ?? 'application/xml',
  clues(raw, rawType, receivedAt) {
    const { isHeartbeat, channel } = readHikvisionClues(raw, rawType, { receivedAt })
    return { isHeartbeat: isHeartbeat || raw.length === 0, channel }
  },
}

const queryOf = ({ raw }: PushRequest): string => /\?(.*)$/s.exec(raw.url ?? '')?.[1] ?? ''
const withQuery = (request: PushRequest): string => pushType(request.headers['content-type'], queryOf(request))
/** A request that says nothing is a test of the address. */
const bare = (raw: Uint8Array, rawType: string) => ({
  isHeartbeat: raw.length === 0 && !rawType.includes('winnow-query='),
  channel: null,
})

const AXIS: PushKind = { source: 'axis', typeOf: withQuery, clues: bare }
const INSTAR: PushKind = { source: 'instar', typeOf: withQuery, clues: bare }
const UNIVIEW: PushKind = {
  source: 'uniview',
  typeOf: withQuery,
  clues: (raw, rawType, receivedAt) => ({
    isHeartbeat: raw.length === 0,
    channel: parseUniview(raw, rawType, { receivedAt }).channel,
  }),
}
/** Counts and measurements that devices of Uniview report beside alarms. */
const COUNTS: PushKind = { ...UNIVIEW, clues: () => ({ isHeartbeat: true, channel: null }) }
/** The notifications that are alarms, or lists of what was seen. */
const ALARMS = /^(Alarm|Structure|MotionDetection|PersonVerification|VehicleEventInfo)$/i

/** Takes the events that devices push to the address of a camera. They are answered once they are stored, whatever is in them. */
export function registerPushes(register: Register, deps: IngestRouteDeps): void {
  const take = createPushTaker(deps)
  const success = { success: true } as const
  register(pushHikvision, async ({ request, params }) => {
    await take(HIKVISION, request, params.token)
    return success
  })
  for (const operation of [pushAxis, pushAxisByQuery])
    register(operation, async ({ request, params }) => {
      await take(AXIS, request, params.token)
      return success
    })
  for (const operation of [pushInstar, pushInstarByQuery])
    register(operation, async ({ request, params }) => {
      await take(INSTAR, request, params.token)
      return success
    })
  /** What these devices wait for; they send a notification again without it. */
  const answered = (request: PushRequest) => ({
    ResponseCode: 0 as const,
    ResponseURL: (request.raw.url ?? '').replace(/^.*?(?=\/LAPI\/)/, '').slice(0, 200),
  })
  for (const operation of [pushUniview, pushUniviewEvent])
    register(operation, async ({ request, params }) => {
      await take(UNIVIEW, request, params.token)
      return { ResponseCode: 0 as const, ResponseURL: '' }
    })
  register(pushUniviewNotification, async ({ request, params }) => {
    await take(ALARMS.test(params.kind) ? UNIVIEW : COUNTS, request, params.token)
    return answered(request)
  })
}
