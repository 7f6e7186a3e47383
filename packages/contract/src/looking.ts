import { z } from 'zod'
import { operation } from './operation.ts'
import { id, success } from './values.ts'

/** Seconds after which somebody who is not heard of any more no longer counts as looking. */
export const LOOKING_SECONDS = 45
/** Maximum number of people that a reply or a live message names per alarm. `count` says how many there are. */
export const MAX_LOOKERS = 5

/** Who is looking at an alarm: the people, the first ones by name, and how many there are. */
export const lookers = z.object({
  people: z.array(z.object({ userId: id, name: z.string() })).max(MAX_LOOKERS),
  count: z.number().int(),
})
export type Lookers = z.output<typeof lookers>

export const sayLooking = operation({
  id: 'live.look',
  method: 'POST',
  path: '/v1/alarm/:id/looking',
  summary:
    'Say that the caller looks at an alarm, for 45 seconds. Others who may see the alarm are told. Nothing is stored',
  tag: 'Live',
  scope: [{ in: 'path', at: 'id', kind: 'alarm' }],
  permission: 'alarm.read',
  personal: true,
  params: z.object({ id }),
  body: z.object({
    /** The name that a browser tab gives itself. A tab looks at one alarm at a time. */
    tab: z.string().regex(/^[A-Za-z0-9-]{8,64}$/),
    /** The caller has stopped looking. */
    gone: z.boolean().default(false),
  }),
  reply: success,
  background: true,
})

export const listLooking = operation({
  id: 'live.looking',
  method: 'GET',
  path: '/v1/looking',
  summary: 'Who is looking at which alarm now, of the alarms that the caller may see. At most 500 alarms',
  tag: 'Live',
  scope: 'self',
  permission: 'alarm.read',
  reply: z.object({ alarms: z.array(lookers.extend({ alarmId: id })) }),
  background: true,
})
