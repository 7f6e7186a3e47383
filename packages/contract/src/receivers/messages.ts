import { z } from 'zod'
import { operation } from '../operation.ts'
import { id, idParams } from '../values.ts'
import { alarmMessage } from './alarm-message.ts'

/** A place in the messages of a receiver. Later messages have greater numbers. */
const cursor = z.string().regex(/^\d{1,9}$/)

/** The longest time for which a request may wait for a message, in seconds. */
export const LONGEST_WAIT_SECONDS = 25

export const readMessages = operation({
  id: 'receivers.messages',
  method: 'GET',
  path: '/v1/receiver/:id/messages',
  summary:
    'Fetch the messages of a receiver of the kind product-api in order: those after `after`, or those that nobody has acknowledged. Reading takes nothing away',
  tag: 'Receivers',
  scope: [{ in: 'path', at: 'id', kind: 'receiver' }],
  permission: 'alarm.read',
  token: 'api',
  params: idParams,
  query: z.object({
    /** The `cursor` of an earlier reply. */
    after: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
    /** How long to wait for a message if there is none, in seconds. */
    wait: z.coerce.number().int().min(0).max(LONGEST_WAIT_SECONDS).default(0),
  }),
  reply: z.object({
    /** `id` is that of the message, the same each time it is fetched. */
    messages: z.array(alarmMessage.extend({ id })),
    /** The place after the last message of this reply. */
    cursor,
    /** Whether there are further messages already. */
    more: z.boolean(),
  }),
  errors: ['CONFLICT'],
})

export const acknowledgeMessages = operation({
  id: 'receivers.acknowledge',
  method: 'POST',
  path: '/v1/receiver/:id/messages/acknowledge',
  summary: 'Acknowledge the messages of a receiver of the kind product-api up to a cursor',
  tag: 'Receivers',
  scope: [{ in: 'path', at: 'id', kind: 'receiver' }],
  permission: 'alarm.label',
  token: 'api',
  unaudited: 'stations acknowledge by the thousand, and the list of deliveries shows when',
  params: idParams,
  body: z.object({ cursor }),
  reply: z.object({ acknowledged: z.number().int() }),
  errors: ['CONFLICT'],
})
