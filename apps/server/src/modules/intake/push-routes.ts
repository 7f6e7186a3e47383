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
import type { EventChannel } from './find-camera-of-event.ts'
import { createPushTaker, type PushKind, type PushRequest } from './take-push.ts'
import type { IngestRouteDeps } from './take-upload.ts'

const HIKVISION: PushKind = {
  source: 'hikvision',
  typeOf: ({ headers }) => headers['content-type'] ?? 'application/xml',
  clues(raw, rawType, receivedAt) {
    const clues = readHikvisionClues(raw, rawType, { receivedAt })
    const { channel, writtenChannel: written, channelName: name } = clues
    return {
      isHeartbeat: clues.isHeartbeat || raw.length === 0,
      channel: channel === null ? null : { channel, written, name },
    }
  },
}

const eventChannel = (channel: string | null): EventChannel | null => (channel === null ? null : { channel })
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
    channel: eventChannel(parseUniview(raw, rawType, { receivedAt }).channel),
  }),
}
/** What else devices of Uniview report: counts and measurements, unless an alarm or a picture stands in it. */
const OTHERS: PushKind = {
  ...UNIVIEW,
  clues(raw, rawType, receivedAt) {
    const { kind, problems, channel } = parseUniview(raw, rawType, { receivedAt })
    return {
      isHeartbeat: kind === 'unparsed' && problems.every(({ code }) => code === 'no-media'),
      channel: eventChannel(channel),
    }
  },
}
/** The notifications that are alarms, or lists of what was seen. */
const ALARMS = /^(Alarm|Structure|MotionDetection|PersonVerification|VehicleEventInfo)$/i

/** What these devices wait for; without it they send a notification again. */
const answered = ({ raw }: PushRequest) => ({
  ResponseCode: 0 as const,
  ResponseURL: (raw.url ?? '').replace(/^.*?(?=\/LAPI\/)/, '').slice(0, 200),
})

/** Takes the events that devices push to the address of a camera. They are answered once they are stored, whatever is in them. */
export function registerPushes(register: Register, deps: IngestRouteDeps): void {
  const take = createPushTaker(deps)
  const by =
    <Reply>(kind: PushKind, reply: (request: PushRequest) => Reply) =>
    async ({ request, params }: { request: PushRequest; params: { token: string } }): Promise<Reply> => {
      await take(kind, request, params.token)
      return reply(request)
    }
  const success = () => ({ success: true }) as const
  register(pushHikvision, by(HIKVISION, success))
  register(pushAxis, by(AXIS, success))
  register(pushAxisByQuery, by(AXIS, success))
  register(pushInstar, by(INSTAR, success))
  register(pushInstarByQuery, by(INSTAR, success))
  register(pushUniview, by(UNIVIEW, answered))
  register(pushUniviewEvent, by(UNIVIEW, answered))
  register(pushUniviewNotification, async ({ request, params }) => {
    await take(ALARMS.test(params.kind) ? UNIVIEW : OTHERS, request, params.token)
    return answered(request)
  })
}
