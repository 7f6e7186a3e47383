import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { type IClientPublishOptions, MqttClient } from 'mqtt'
import { connectSecure } from '../guard/connect-secure.ts'
import type { Guard } from '../guard/types.ts'
import type { Kept } from '../kept-connections.ts'
import type { MqttConfig } from './mqtt-config.ts'

const CONNECT_MS = 10_000
const ANSWER_MS = 10_000
const CLOSE_MS = 2_000
const KEEPALIVE_SECONDS = 60
/** We subscribe to nothing, so whatever a broker sends is short. */
const MAX_PACKET = 65_536
/** Cameras whose last state is remembered. */
const MAX_STATES = 5_000

export interface MqttSession extends Kept {
  /** Sends with QoS 1, and resolves when the broker has acknowledged. Rejects with its reason code where it refuses. */
  publish(topic: string, text: string, options?: IClientPublishOptions): Promise<void>
  /** Whether no later state of the camera was sent, which an older one must not replace. */
  isLatest(camera: string, at: string): boolean
}

const timedOut = (): Error => Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })
const closed = (): Error => Object.assign(new Error('closed'), { code: 'ECONNRESET' })

/** Ends a connection on which a packet grows without end. */
function bounded(client: MqttClient, socket: Socket): void {
  let left = MAX_PACKET
  client.on('packetreceive', () => (left = MAX_PACKET))
  socket.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) socket.destroy(Object.assign(new Error('The packet is too long'), { code: 'HPE_TOO_LONG' }))
  })
}

/** Waits for work of the client, but not for longer than the time, and not beyond the end of the connection. */
async function within<T>(client: MqttClient, ms: number, work: Promise<T>): Promise<T> {
  const stop = Promise.withResolvers<never>()
  const timer = setTimeout(() => stop.reject(timedOut()), ms)
  const end = (): void => stop.reject(closed())
  // The error itself comes before `close`.
  const fail = (error: Error): void => stop.reject(error)
  client.on('close', end).on('error', fail)
  work.catch(() => undefined)
  try {
    return await Promise.race([work, stop.promise])
  } finally {
    clearTimeout(timer)
    client.off('close', end).off('error', fail)
  }
}

async function publishOn(
  client: MqttClient,
  topic: string,
  text: string,
  options: IClientPublishOptions,
): Promise<void> {
  const acknowledged = Promise.withResolvers<void>()
  client.publish(topic, text, { ...options, qos: 1 }, (error) =>
    error ? acknowledged.reject(error) : acknowledged.resolve(),
  )
  try {
    await within(client, ANSWER_MS, acknowledged.promise)
  } catch (error) {
    // A broker that does not answer in time is not waited for by the next message too.
    if (error instanceof Error && 'code' in error && error.code === 'ETIMEDOUT') client.end(true)
    throw error
  }
}

/**
 * Opens a session at the broker. Rejects with `GuardError`, the socket's error, or an error with the broker's reason code.
 * @param isKept whether the session tells that this server is there, and by its last will that it is gone
 */
export async function openMqttSession(guard: Guard, config: MqttConfig, isKept: boolean): Promise<MqttSession> {
  const { target, version, login, statusTopic } = config
  const socket = await connectSecure(guard, target)
  const client = new MqttClient(() => socket, {
    clientId: `winnow-${randomBytes(6).toString('hex')}`,
    protocolVersion: version,
    clean: true,
    // What is not acknowledged is sent again by the outbox.
    reconnectPeriod: 0,
    connectTimeout: CONNECT_MS,
    keepalive: KEEPALIVE_SECONDS,
    timerVariant: 'native',
    ...login,
    ...(version === 5 ? { properties: { maximumPacketSize: MAX_PACKET } } : {}),
    ...(isKept ? { will: { topic: statusTopic, payload: Buffer.from('offline'), qos: 1, retain: true } } : {}),
  })
  client.on('error', () => undefined)
  bounded(client, socket)
  const connected = Promise.withResolvers<void>()
  client.once('connect', () => connected.resolve())
  const states = new Map<string, string>()
  const publish: MqttSession['publish'] = (topic, text, options = {}) => publishOn(client, topic, text, options)
  try {
    await within(client, CONNECT_MS, connected.promise)
    if (isKept) await publish(statusTopic, 'online', { retain: true })
  } catch (error) {
    client.end(true)
    socket.destroy()
    throw error
  }
  return {
    get isOpen() {
      return client.connected && !client.disconnecting
    },
    publish,
    isLatest(camera, at) {
      const last = states.get(camera)
      if (last !== undefined && last > at) return false
      states.delete(camera)
      states.set(camera, at)
      const [oldest] = states.keys()
      if (states.size > MAX_STATES && oldest !== undefined) states.delete(oldest)
      return true
    },
    async close() {
      const farewell = async (): Promise<void> => {
        // A broker drops the last will where the client says good-bye.
        if (isKept && client.connected) await publish(statusTopic, 'offline', { retain: true })
        await client.endAsync()
      }
      await within(client, CLOSE_MS, farewell()).catch(() => undefined)
      client.end(true)
      socket.destroy()
    },
  }
}
