import { z } from 'zod'
import { operation } from './operation.ts'
import { id, idParams, isoTime, paged, pageQuery } from './values.ts'

export const ARM_DISARM_STATUSES = ['armed', 'disarmed'] as const
export const armDisarmStatus = z.enum(ARM_DISARM_STATUSES)

/** Why a message did not change the state, see `planArming`. */
export const ARMING_REFUSALS = ['not-armed', 'too-old', 'overtaken', 'only-arms'] as const
/** How a message came. */
export const ARMING_WAYS = ['console', 'api'] as const

/** The longest time of a disarm of a new site of the device type 2: a day and a night of work, in minutes. */
export const DEFAULT_LONGEST_DISARM = 16 * 60

export const siteArming = z.object({
  scheduleDeviceType: z.union([z.literal(1), z.literal(2)]).nullable(),
  /** Null unless the site is of the device type 2. A site that was told nothing yet is armed. */
  status: armDisarmStatus.nullable(),
  /** When the site was told last; null if it was told nothing yet. */
  changedAt: isoTime.nullable(),
  /** When a disarmed site arms itself. */
  endsAt: isoTime.nullable(),
  /** After how many minutes a disarmed site arms itself. */
  longestDisarmMinutes: z.number().int(),
})
export type SiteArming = z.output<typeof siteArming>

/** A message that armed or disarmed a site, or was refused. */
export const armingEvent = z.object({
  id,
  at: isoTime,
  state: armDisarmStatus,
  way: z.enum(ARMING_WAYS),
  /** Name of the person or program. */
  by: z.string(),
  /** When the message was sent, by its own date. */
  sentAt: isoTime.nullable(),
  endsAt: isoTime.nullable(),
  /** Null if it was applied. */
  refusal: z.enum(ARMING_REFUSALS).nullable(),
})
export type ArmingEvent = z.output<typeof armingEvent>

const onSite = { in: 'path', at: 'id', kind: 'site' } as const
const tag = 'Schedules'

export const getSiteArming = operation({
  id: 'schedules.getArming',
  method: 'GET',
  path: '/v1/site/:id/arming',
  summary: 'Whether a site is armed, since when and until when',
  tag,
  scope: [onSite],
  permission: 'node.read',
  params: idParams,
  reply: siteArming,
})

export const setSiteArming = operation({
  id: 'schedules.arm',
  method: 'PUT',
  path: '/v1/site/:id/arming',
  summary:
    'Arm or disarm a site of the device type 2. A message that is older than the state, or than ten minutes, is recorded and not applied',
  tag,
  scope: [onSite],
  permission: 'schedule.write',
  params: idParams,
  body: z.object({
    state: armDisarmStatus,
    /** When the message was sent, for programs that may deliver it late. */
    sentAt: isoTime.optional(),
    /** When a disarm is to end. It ends no later than after the longest time of the site. */
    until: isoTime.optional(),
  }),
  reply: siteArming.extend({ refusal: z.enum(ARMING_REFUSALS).nullable() }),
})

export const setLongestDisarm = operation({
  id: 'schedules.setLongestDisarm',
  method: 'PUT',
  path: '/v1/site/:id/arming/longest',
  summary: 'Set after how many minutes a disarmed site arms itself. A disarm that lasts keeps its end',
  tag,
  scope: [onSite],
  permission: 'schedule.write',
  params: idParams,
  body: z.object({
    longestDisarmMinutes: z
      .number()
      .int()
      .min(1)
      .max(31 * 1440),
  }),
  reply: siteArming,
})

export const listArmingHistory = operation({
  id: 'schedules.armingHistory',
  method: 'GET',
  path: '/v1/site/:id/arming/history',
  summary: 'Who armed and disarmed a site, how and when, newest first, with what was refused',
  tag,
  scope: [onSite],
  permission: 'node.read',
  params: idParams,
  query: z.object(pageQuery({ usual: 30, most: 200 })),
  reply: paged(armingEvent),
})

/** Whether the cameras of a site count now by what decides for the site. */
export const listActiveSchedules = operation({
  id: 'schedules.active',
  method: 'GET',
  path: '/v1/site/:id/active-schedules',
  summary:
    'What decides whether the cameras of a site count now, and what it says. Cameras with a schedule of their own are left out',
  tag,
  scope: [onSite],
  permission: 'node.read',
  params: idParams,
  reply: z.array(
    z.object({
      siteId: id,
      /** `override`: a pause of the site. */
      deviceFrom: z.enum(['schedule', 'arm-disarm', 'override']),
      state: z.enum(['on', 'off']),
    }),
  ),
})
