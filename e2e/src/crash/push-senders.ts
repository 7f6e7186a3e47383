import { API_BASE, pushDwEvent } from '@winnow/contract'
import { axisNotification, type DevicePush, hikvisionPost, instarAlarm, univiewAlarm } from '@winnow/testkit'
import type { Message, SenderOptions } from './sender.ts'

/** Makes the request with which a device reports a message. All repetitions of a message are the same bytes. */
type Compose = (message: Message) => DevicePush

/** Sends by HTTP to an address, as devices do that report events. A 200 is the promise. */
export const byPush =
  (path: string, compose: Compose): SenderOptions['send'] =>
  async (message, { url }) => {
    const { method, suffix, contentType, headers, body } = compose(message)
    const reply = await fetch(`${url}${path}${suffix}`, {
      method,
      headers: { ...headers, ...(contentType === undefined ? {} : { 'content-type': contentType }) },
      ...(body === undefined ? {} : { body: new Uint8Array(body) }),
      signal: AbortSignal.timeout(5_000),
    })
    await reply.arrayBuffer()
    return reply.status === 200
  }

/** Each maker's event with the key in words that a signal keeps. A recorder names the camera's channel. */
export const composeHikvision =
  (channelId: number, picture: Buffer): Compose =>
  ({ key, writtenAt }) => {
    const dateTime = writtenAt.toISOString()
    const post = hikvisionPost({ eventType: key, channelId, dateTime, pictures: [picture] })
    return { method: 'POST', suffix: '', ...post }
  }
export const composeAxis: Compose = ({ key }) => axisNotification(key)
export const composeInstar: Compose = ({ key }) => instarAlarm(1, [['key', key]])
export const composeUniview =
  (source: number): Compose =>
  ({ key, writtenAt }) =>
    univiewAlarm({ type: key, source, seconds: Math.round(writtenAt.getTime() / 1_000) })
export const composeNx =
  (camera: string): Compose =>
  ({ key }) => ({
    method: 'POST',
    suffix: '',
    contentType: 'application/json',
    body: Buffer.from(JSON.stringify({ camera, source: 'Crash', caption: key })),
  })

/** The address to which the rules of a video system send. */
export const nxPath = (secret: string): string => `${API_BASE}${pushDwEvent.path.replace(':secret', secret)}`
