import { createHash } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { cameraEventOf } from '../occasion.ts'
import type { CameraCondition, DeliveryAlarm } from '../payload.ts'
import type { DeliveryDeps, DeliveryMessage, ReceiverAdapter } from '../receiver.ts'
import type { DeliveryResult } from '../result.ts'
import { webhookContent } from '../webhook/body.ts'
import { mqttFailure } from './mqtt-answer.ts'
import { parseMqttConfig, type MqttConfig } from './mqtt-config.ts'
import { openMqttSession, type MqttSession } from './mqtt-session.ts'
import { topicOf } from './topic.ts'

/** Does something with the receiver's session, or with one of its own where none is kept. */
async function withSession<T>(
  { guard, kept }: DeliveryDeps,
  config: MqttConfig,
  work: (session: MqttSession) => Promise<T>,
): Promise<T> {
  if (kept) {
    const settings = createHash('sha256').update(JSON.stringify(config)).digest('hex')
    let isNew = false
    const use = () =>
      kept.connections.use(kept.receiverId, settings, () => {
        isNew = true
        return openMqttSession(guard, config, true)
      })
    const session = await use()
    try {
      return await work(session)
    } catch (error) {
      // A broker that was restarted has closed the session, and often only the next message shows it.
      if (isNew || session.isOpen) throw error
    }
    return work(await use())
  }
  const session = await openMqttSession(guard, config, false)
  try {
    return await work(session)
  } finally {
    await session.close()
  }
}

const CONDITIONS: { readonly [T in DeliveryAlarm['type']]?: CameraCondition } = {
  idle: 'idle',
  'connection.lost': 'lost',
}

/** The last state of a camera, for those who connect later. */
const stateOf = ({ id, verdict, at, receivedAt, view }: DeliveryAlarm): string =>
  JSON.stringify({ alarmId: id, verdict, at, receivedAt, camera: { id: view.id, name: view.name } })

/** Publishes, and writes it down as a command would show it: the packets themselves are binary. */
function writingDown(session: MqttSession, { transcript }: DeliveryDeps): MqttSession['publish'] {
  return async (topic, text, options = {}) => {
    transcript?.sent(`PUBLISH ${topic} qos=1${options.retain ? ' retain' : ''}\n${text}`)
    await session.publish(topic, text, options)
    transcript?.answered(`PUBACK ${topic}`)
  }
}

/** Whether a camera is heard, for those who connect later. A connection can be back while the camera stays idle. */
function conditionOf({ type, at, view, conditions }: DeliveryAlarm): string {
  const stands = conditions ?? [CONDITIONS[type]]
  const condition = (['lost', 'idle'] as const).find((each) => stands.includes(each)) ?? 'ok'
  return JSON.stringify({ condition, at, camera: { id: view.id, name: view.name } })
}

async function publish(
  { id, payload }: DeliveryMessage,
  { config, deps, session }: { config: MqttConfig; deps: DeliveryDeps; session: MqttSession },
): Promise<void> {
  const send = writingDown(session, deps)
  const topic = topicOf(config.topic, payload)
  const text = JSON.stringify({ id, ...webhookContent(payload) })
  const properties = { contentType: 'application/json', payloadFormatIndicator: true, userProperties: { id } }
  const options = config.version === 5 ? { properties } : {}
  if (cameraEventOf(payload)) {
    await send(`${topic}/event`, text, options)
    return send(`${topic}/condition`, conditionOf(payload), { retain: true })
  }
  await send(`${topic}/alarm`, text, options)
  if (payload.type !== 'test' && session.isLatest(payload.view.id, payload.receivedAt))
    await send(`${topic}/state`, stateOf(payload), { retain: true })
}

/** Ends the attempt where it is given up on our side. The session goes on. */
async function attempt(
  work: (markConnected: () => void) => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<DeliveryResult> {
  const startedAt = performance.now()
  const ms = (): number => Math.round(performance.now() - startedAt)
  let isConnected = false
  const aborted = Promise.withResolvers<never>()
  const abort = (): void => aborted.reject(new DOMException('given up', 'AbortError'))
  signal?.addEventListener('abort', abort)
  try {
    signal?.throwIfAborted()
    const working = work(() => (isConnected = true))
    working.catch(() => undefined)
    await Promise.race([working, aborted.promise])
    return { ok: true, ms: ms() }
  } catch (error) {
    return mqttFailure(error, isConnected, ms())
  } finally {
    signal?.removeEventListener('abort', abort)
  }
}

/** Publishes alarms to an MQTT broker: docs/receivers.md. */
export const mqttReceiver: ReceiverAdapter<MqttConfig> = {
  inFlight: { limit: 64, perCompany: 16 },
  parse: parseMqttConfig,
  addresses: ({ target }) => [{ field: 'host', host: target.host, port: target.port }],
  wantsPicture: () => false,
  send: (message, config, deps) =>
    attempt(
      (connected) =>
        withSession(deps, config, (session) => {
          connected()
          return publish(message, { config, deps, session })
        }),
      deps.signal,
    ),
  // The session is opened by it, so that the last will stands from the start, and told again: another process may have ended.
  heartbeat: (_state, config, { now: _now, ...deps }) =>
    attempt(
      (connected) =>
        withSession(deps, config, (session) => {
          connected()
          return session.publish(config.statusTopic, 'online', { retain: true })
        }),
      deps.signal,
    ),
}
