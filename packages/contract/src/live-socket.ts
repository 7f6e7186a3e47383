import { z } from 'zod'
import { automationOptions } from './automation.ts'
import { operation } from './operation.ts'
import { id } from './values.ts'

const [site, progress, camera] = automationOptions
/**
 * The position of this message in the stream of messages. A websocket that is opened with this position as `after` continues behind this
 * message.
 */
const position = z.string()

/** Messages about the automation of a site, or about the cameras that it adds. */
const socketMutation = z.union([
  site.omit({ type: true }).extend({ mutation: z.literal('siteAutomation'), position: position.optional() }),
  progress.omit({ type: true }).extend({
    mutation: z.literal('channel'),
    type: z.literal('channelConfig'),
    position: position.optional(),
  }),
  camera.omit({ type: true }).extend({
    mutation: z.literal('channel'),
    type: z.literal('cameraAdd'),
    position: position.optional(),
  }),
])

/** Messages about the websocket itself. */
const socketAction = z.discriminatedUnion('action', [
  /** The connection is alive. The first of these messages is sent at once. */
  z.object({ action: z.literal('keepAlive'), position: position.optional() }),
  /** The client has missed messages that can no longer be sent. */
  z.object({ action: z.literal('resync'), position: position.optional() }),
  /** The session has ended, or the user has lost a right. The websocket closes after this message. */
  z.object({ action: z.literal('sessionEnded') }),
  /** A message of the client was not understood, or names a site that the user may not see. */
  z.object({ action: z.literal('refused'), code: z.enum(['VALIDATION', 'NOT_FOUND']), siteId: z.string().nullable() }),
])

/** A message of the server on the websocket. Its field `mutation` or `action` names the kind of message. */
export const socketMessage = z.union([socketMutation, socketAction])
export type SocketMessage = z.output<typeof socketMessage>
export type SocketMutation = z.output<typeof socketMutation>

/** A message of the client that asks for the state of the automation of a site. The server answers with the last state, if there is one. */
export const socketRequest = z.object({ action: z.literal('siteAutomation'), siteId: id })
export type SocketRequest = z.output<typeof socketRequest>

/** Limits of what a client may send on the websocket. */
export const SOCKET_LIMITS = {
  /** Maximum size of one message in bytes. */
  maxBytes: 4_096,
  /** Number of messages that may be sent at once. `perSecond`: how many more are allowed each second. */
  burst: 20,
  perSecond: 5,
} as const

/** Codes with which the server closes the websocket. They are codes of the protocol, except `sessionEnded`, which only this server uses. */
export const SOCKET_CLOSE = { goingAway: 1001, binary: 1003, tooFast: 1008, tooMany: 1013, sessionEnded: 4401 } as const

export const liveSocket = operation({
  id: 'live.socket',
  method: 'GET',
  path: '',
  summary: 'Site automation as it happens (websocket)',
  tag: 'Live',
  scope: 'self',
  query: z.object({
    /** The position of the last message that the client received. The server then sends the messages that followed it. */
    after: z.string().max(2_000).optional(),
  }),
  replyType: 'websocket',
  errors: ['NOT_FOUND'],
  background: true,
})
