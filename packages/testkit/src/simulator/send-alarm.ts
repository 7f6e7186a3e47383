import { randomUUID } from 'node:crypto'
import type { HikvisionPost } from '../devices/hikvision-push.ts'
import { composeMails } from './devices/compose-mails.ts'
import type { DeviceAlarm } from './devices/alarm.ts'
import { composeJson, composeMultipart, sendHttp } from './send-http.ts'
import type { Upload } from './send-http.ts'
import { type FtpFile, ftpPath, sendFtp } from './send-ftp.ts'
import { composePush, sendPush } from './send-push.ts'
import { type Reply, sendSmtp } from './send-smtp.ts'
import type { CameraTarget, SendingWay, Targets } from './targets.ts'

/** The destination of a camera's messages. */
export type Endpoints = Pick<Targets, 'smtp' | 'http' | 'ftp'>

/** One prepared message of an alarm, which can be sent repeatedly, byte for byte. */
export type OutgoingMessage =
  | { via: 'smtp'; key: string; from: string; to: string; raw: Buffer; afterMs: number }
  | { via: 'http'; key: string; viewId: string; upload: Upload; afterMs: number }
  | { via: 'push'; key: string; url: string; post: HikvisionPost; afterMs: number }
  | { via: 'ftp'; key: string; file: FtpFile; afterMs: number }

/** The server's response to one message. */
export interface Acknowledgement {
  via: SendingWay
  /** the Message-ID or Idempotency-Key of the message */
  key: string
  /** the server accepted it: 250, 226 or 2xx */
  accepted: boolean
  /** a retry may help: no response, or a temporary refusal */
  retry: boolean
  code: number
  reply: string
  /** only over HTTP */
  signalId?: string
  alarmId?: string
  duplicateOf?: string
}

/** The pictures and circumstances of an alarm. */
export type AlarmScene = Omit<DeviceAlarm, 'event' | 'sequence'> &
  Partial<Pick<DeviceAlarm, 'event' | 'sequence'>> & {
    /**
     * Message-ID (SMTP) or Idempotency-Key (HTTP); random by default. Devices that send no Message-ID get one only if
     * it is given here.
     */
    key?: string
  }

function withMessageId(raw: Buffer, key: string): Buffer {
  const end = raw.indexOf('\r\n\r\n')
  const headers = raw
    .subarray(0, end)
    .toString('latin1')
    .split('\r\n')
    .filter((line) => !line.toLowerCase().startsWith('message-id:'))
  return Buffer.concat([Buffer.from([`Message-ID: <${key}>`, ...headers].join('\r\n'), 'latin1'), raw.subarray(end)])
}

/** Formats everything that a camera sends for one alarm: one message, or two if the device also reports the end. */
export async function prepareAlarm(camera: CameraTarget, scene: AlarmScene): Promise<OutgoingMessage[]> {
  const alarm: DeviceAlarm = { ...scene, event: scene.event ?? 'motion', sequence: scene.sequence ?? 1 }
  const key = scene.key ?? `${randomUUID()}@camera.local`
  if (camera.via === 'http') {
    const compose = camera.vendor === 'json' ? composeJson : composeMultipart
    const upload = await compose(alarm, camera.name, key)
    return [{ via: 'http', key, viewId: camera.viewId, upload, afterMs: alarm.pictures.at(-1)?.at ?? 0 }]
  }
  const to = camera.address
  if (to === undefined) throw new Error(`${camera.name} has no address`)
  const lastAt = alarm.pictures.at(-1)?.at ?? 0
  if (camera.via === 'push') return [{ via: 'push', key, url: to, post: composePush(alarm), afterMs: lastAt }]
  if (camera.via === 'ftp')
    return alarm.pictures.map(({ jpeg, at }, index) => ({
      via: 'ftp',
      key: `${index}.${key}`,
      file: { user: to, password: camera.password ?? '', path: ftpPath(alarm, camera.seed, at), content: jpeg },
      afterMs: at,
    }))
  const from = `camera${camera.seed}@site.example`
  const mails = composeMails(camera.vendor, { name: camera.name, seed: camera.seed, from, to }, alarm)
  return mails.map(({ raw, afterMs }, index) => {
    const own = index === 0 ? key : `${index}.${key}`
    return { via: 'smtp', key: own, from, to, raw: scene.key === undefined ? raw : withMessageId(raw, own), afterMs }
  })
}

function textOf(value: object, key: string): string | undefined {
  const found: unknown = Object.entries(value).find(([name]) => name === key)?.[1]
  return typeof found === 'string' ? found : undefined
}

function idsOf(reply: string): Pick<Acknowledgement, 'signalId' | 'alarmId' | 'duplicateOf'> {
  let body: unknown
  try {
    body = JSON.parse(reply)
  } catch {
    return {}
  }
  if (typeof body !== 'object' || body === null) return {}
  const ids: Pick<Acknowledgement, 'signalId' | 'alarmId' | 'duplicateOf'> = {}
  for (const key of ['signalId', 'alarmId', 'duplicateOf'] as const) {
    const id = textOf(body, key)
    if (id !== undefined) ids[key] = id
  }
  return ids
}

const acknowledge = (
  { via, key }: OutgoingMessage,
  { code, text: reply }: Reply,
  judge: { accepted: boolean; retry: boolean },
): Acknowledgement => ({ via, key, ...judge, code, reply })

/** Whether an HTTP status means success, and whether a retry may help. */
const judgeHttp = (code: number): { accepted: boolean; retry: boolean } => ({
  accepted: code >= 200 && code < 300,
  retry: code === 0 || code === 408 || code === 429 || code >= 500,
})

/** The same for SMTP and FTP. */
const judgeReply = (code: number, success: number): { accepted: boolean; retry: boolean } => ({
  accepted: code === success,
  retry: code < 200 || (code >= 400 && code < 500),
})

/**
 * Sends one prepared message once. Never throws: an unreachable server gives an {@link Acknowledgement} with code 0.
 */
export async function deliver(
  message: OutgoingMessage,
  endpoints: Endpoints,
  signal?: AbortSignal,
): Promise<Acknowledgement> {
  if (message.via === 'smtp') {
    if (!endpoints.smtp) throw new Error('No mail server to send to')
    const reply = await sendSmtp(endpoints.smtp, message)
    return acknowledge(message, reply, judgeReply(reply.code, 250))
  }
  if (message.via === 'ftp') {
    if (!endpoints.ftp) throw new Error('No FTP server to upload to')
    const reply = await sendFtp(endpoints.ftp, message.file)
    return acknowledge(message, reply, judgeReply(reply.code, 226))
  }
  if (message.via === 'push') {
    const reply = await sendPush(message.url, message.post, signal)
    return acknowledge(message, reply, judgeHttp(reply.code))
  }
  if (!endpoints.http) throw new Error('No address to upload to')
  const reply = await sendHttp(endpoints.http, message.viewId, message.upload, signal)
  const judged = judgeHttp(reply.code)
  return { ...acknowledge(message, reply, judged), ...(judged.accepted ? idsOf(reply.text) : {}) }
}

/**
 * Sends an alarm as its camera would, each message once and without pauses, and returns the responses. A message after
 * a refused one is not sent.
 */
export async function sendAlarm(
  target: { camera: CameraTarget } & Endpoints,
  scene: AlarmScene,
  signal?: AbortSignal,
): Promise<Acknowledgement[]> {
  const acknowledgements: Acknowledgement[] = []
  for (const message of await prepareAlarm(target.camera, scene)) {
    const acknowledgement = await deliver(message, target, signal)
    acknowledgements.push(acknowledgement)
    if (!acknowledgement.accepted) break
  }
  return acknowledgements
}
