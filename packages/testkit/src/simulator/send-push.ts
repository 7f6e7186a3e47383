import { hikvisionPost, type HikvisionPost } from '../devices/hikvision-push.ts'
import type { DeviceAlarm } from './devices/alarm.ts'
import type { Reply } from './send-smtp.ts'

/** How Hikvision devices name events. */
const EVENTS: Readonly<Record<DeviceAlarm['event'], { eventType: string; target?: 'human' | 'vehicle' }>> = {
  motion: { eventType: 'VMD' },
  line: { eventType: 'linedetection' },
  intrusion: { eventType: 'fielddetection' },
  person: { eventType: 'fielddetection', target: 'human' },
  vehicle: { eventType: 'fielddetection', target: 'vehicle' },
}

/** The request with which a Hikvision device pushes an alarm with its pictures. */
export const composePush = ({ event, at, pictures }: DeviceAlarm): HikvisionPost =>
  hikvisionPost({ ...EVENTS[event], dateTime: at.toISOString(), pictures: pictures.map(({ jpeg }) => jpeg) })

/** Pushes one event. Never throws. */
export async function sendPush(
  url: string,
  { body, contentType }: HikvisionPost,
  signal?: AbortSignal,
): Promise<Reply> {
  const limit = AbortSignal.timeout(20_000)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': contentType },
      body: new Uint8Array(body),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    return { code: response.status, text: await response.text() }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return { code: 0, text: cause instanceof Error ? cause.message : String(cause) }
  }
}
