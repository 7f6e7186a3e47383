import { z } from 'zod'
import { operation } from './operation.ts'
import { startTime } from './schedule-windows.ts'
import { id, idParams, isoTime, paged, pageQuery } from './values.ts'

export const ARM_DISARM_STATUSES = ['armed', 'disarmed'] as const
export const armDisarmStatus = z.enum(ARM_DISARM_STATUSES)

/** Why a message did not change the state, see `planArming`. */
export const ARMING_REFUSALS = ['not-armed', 'no-login', 'only-arms', 'repeated', 'too-old', 'overtaken'] as const
/** How a message came. */
export const ARMING_WAYS = ['console', 'api', 'mail', 'panel'] as const

/** The longest time of a disarm of a new site of the device type 2: a day and a night of work, in minutes. */
export const DEFAULT_LONGEST_DISARM = 16 * 60

/** 1: counts by time; 2: is armed and disarmed. Null: the site has no schedule. */
export const scheduleDeviceType = z.union([z.literal(1), z.literal(2)]).nullable()

/** By when the site must be armed, in its own time, and on which days: 0 is Sunday, 1 Monday, 6 Saturday. */
export const armingDue = z.object({
  time: startTime,
  days: z
    .array(z.number().int().min(0).max(6))
    .min(1)
    .max(7)
    .refine((days) => new Set(days).size === days.length, { message: 'Name each day once' }),
})
export type ArmingDue = z.output<typeof armingDue>

/** Whether a site is armed. A site that was told nothing yet is armed. */
export const armingState = z.object({
  status: armDisarmStatus,
  /** When the site was told last; null if it was told nothing yet. */
  changedAt: isoTime.nullable(),
  /** When a disarmed site arms itself. */
  endsAt: isoTime.nullable(),
})

export const siteArming = z.object({
  scheduleDeviceType,
  /** Null unless the site is of the device type 2. A site that was told nothing yet is armed. */
  status: armDisarmStatus.nullable(),
  /** When the site was told last; null if it was told nothing yet. */
  changedAt: isoTime.nullable(),
  /** Who told it, and how; null if it was told nothing yet, or longer ago than the history goes back. */
  changedBy: z.string().nullable(),
  changedWay: z.enum(ARMING_WAYS).nullable(),
  /** When a disarmed site arms itself. */
  endsAt: isoTime.nullable(),
  /** When the site armed itself; null while it is disarmed, and if it was told to be armed since. */
  endedAt: isoTime.nullable(),
  /** After how many minutes a disarmed site arms itself. */
  longestDisarmMinutes: z.number().int(),
  /** By when the site must be armed. If it is not, its contacts are told. Null: nobody is told. */
  due: armingDue.nullable(),
  /** How many contacts of the site have an e-mail address, and are told. */
  contactsTold: z.number().int(),
})
export type SiteArming = z.output<typeof siteArming>

/** A message that armed or disarmed a site, or was refused. */
export const armingEvent = z.object({
  id,
  at: isoTime,
  state: armDisarmStatus,
  way: z.enum(ARMING_WAYS),
  /** Name of the person or program. Of a mail, the sender that it names. */
  by: z.string(),
  /** The network address that a mail came from. */
  address: z.string().nullable(),
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

export const setArmingDue = operation({
  id: 'schedules.setArmingDue',
  method: 'PUT',
  path: '/v1/site/:id/arming/due',
  summary: 'Set by when a site must be armed. If it is disarmed then, its contacts are told by mail, once on each day',
  tag,
  scope: [onSite],
  permission: 'schedule.write',
  params: idParams,
  body: z.object({ due: armingDue.nullable() }),
  reply: siteArming,
})

/** The mail addresses that arm and disarm a site, and what is asked of mails to them. */
export const armingMail = z.object({
  /** Whoever knows such an address can use it. Null: the site has none. */
  addresses: z.object({ arm: z.string(), disarm: z.string() }).nullable(),
  /** Whether the sender must log in with the mail login of the site. */
  authRequired: z.boolean(),
  /** Whether mails may arm the site, and not disarm it. */
  onlyArms: z.boolean(),
  /** When the addresses were made, and by whom. */
  madeAt: isoTime.nullable(),
  madeBy: z.string().nullable(),
  /** The user name of the mail login of the site; null if it has none. */
  user: z.string().nullable(),
  /** Our mail server for devices. */
  smtp: z.object({ host: z.string(), port: z.number().int() }),
})
export type ArmingMail = z.output<typeof armingMail>

const ofMail = { tag, path: '/v1/site/:id/arming/mail', scope: [onSite], permission: 'schedule.write' } as const

export const getArmingMail = operation({
  ...ofMail,
  id: 'schedules.getArmingMail',
  method: 'GET',
  summary: 'The mail addresses that arm and disarm a site',
  params: idParams,
  reply: armingMail,
})

export const makeArmingMail = operation({
  ...ofMail,
  id: 'schedules.makeArmingMail',
  method: 'POST',
  summary: 'Make new mail addresses that arm and disarm a site. Earlier ones no longer work',
  params: idParams,
  reply: armingMail,
})

export const setArmingMail = operation({
  ...ofMail,
  id: 'schedules.setArmingMail',
  method: 'PUT',
  summary: 'Set whether mails that arm and disarm a site need a login, and whether they may disarm it',
  params: idParams,
  body: z.object({ authRequired: z.boolean(), onlyArms: z.boolean() }),
  reply: armingMail,
})

export const removeArmingMail = operation({
  ...ofMail,
  id: 'schedules.removeArmingMail',
  method: 'DELETE',
  summary: 'Remove the mail addresses that arm and disarm a site',
  params: idParams,
  reply: armingMail,
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
