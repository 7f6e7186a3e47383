import { automationEvent, type LiveEvent, type SocketMessage, socketMessage } from '@winnow/contract'

const MUTATIONS: ReadonlySet<unknown> = new Set(['siteAutomation', 'channel'])
const ACTIONS: ReadonlySet<unknown> = new Set(['keepAlive', 'resync', 'sessionEnded', 'refused'])

/** Whether this console knows what the message's `mutation` or `action` is about. */
const isKnown = (json: object): boolean =>
  'mutation' in json ? MUTATIONS.has(json.mutation) : 'action' in json && ACTIONS.has(json.action)

/** Reads one message. An unreadable message is logged as an error, an unknown message as a warning. Both give undefined. */
function readMessage(data: string): SocketMessage | undefined {
  let json: unknown
  try {
    json = JSON.parse(data)
  } catch (error) {
    // oxlint-disable-next-line no-console -- as specified for the stream
    console.error('websocket message could not be read', data.slice(0, 200), error)
    return undefined
  }
  if (typeof json !== 'object' || json === null || !isKnown(json)) {
    // oxlint-disable-next-line no-console -- as specified for the stream
    console.warn('unknown websocket message', data.slice(0, 200))
    return undefined
  }
  const parsed = socketMessage.safeParse(json)
  if (parsed.success) return parsed.data
  // oxlint-disable-next-line no-console -- as specified for the stream
  console.error('websocket message could not be read', data.slice(0, 200), parsed.error)
  return undefined
}

/**
 * Converts a message of the websocket, by its `mutation` or `action`, to the event with which the live stream reports the same. Undefined
 * for a message that changes nothing. The end of a session is left to the live stream, which every console has.
 */
export function readSocketMessage(data: string): LiveEvent | undefined {
  const message = readMessage(data)
  if (!message) return undefined
  if ('action' in message) return message.action === 'resync' ? { type: 'resync' } : undefined
  const { mutation, position: _position, ...rest } = message
  if (mutation === 'siteAutomation') return automationEvent.parse({ ...rest, type: 'automation.site' })
  const type = message.type === 'channelConfig' ? 'automation.progress' : 'automation.camera'
  return automationEvent.parse({ ...rest, type })
}
