import { z } from 'zod'
import { serviceProblem } from './health.ts'
import { operation } from './operation.ts'
import { deliveryProblem } from './receivers.ts'
import { id, isoTime, timezone } from './values.ts'

/** The longest window of Home: its sums are made ahead for so long. */
export const LONGEST_HOME_HOURS = 168

export const getHome = operation({
  id: 'home.get',
  method: 'GET',
  path: '/v1/home',
  summary: 'What Home shows: counts, shares, speed and what needs attention',
  tag: 'Home',
  scope: 'self',
  permission: 'alarm.read',
  query: z.object({
    hours: z.coerce.number().int().min(1).max(LONGEST_HOME_HOURS).default(24),
    timezone: timezone.optional(),
  }),
  reply: z.object({
    since: isoTime,
    now: isoTime,
    received: z.number().int(),
    filtered: z.number().int(),
    passed: z.number().int(),
    unverified: z.number().int(),
    waiting: z.number().int(),
    /** Filtered ÷ analysed; null when nothing was analysed. */
    filteredShare: z.number().nullable(),
    /** Milliseconds from receipt to verdict over the newest alarms of the window; null without any. */
    latency: z.object({ p50: z.number(), p95: z.number(), alarms: z.number().int() }).nullable(),
    byHour: z.array(
      z.object({
        hour: isoTime,
        received: z.number().int(),
        filtered: z.number().int(),
        passed: z.number().int(),
        unverified: z.number().int(),
      }),
    ),
    account: z.object({ projects: z.number().int(), sites: z.number().int(), views: z.number().int() }),
    attention: z.object({
      lowDisk: z.object({ freeBytes: z.number(), wantedBytes: z.number() }).nullable(),
      /** Receivers for which messages wait longer than they should, that were given up, or that were stopped. */
      receivers: z.array(
        z.object({
          id,
          name: z.string(),
          siteId: id,
          siteName: z.string(),
          /** It asked not to be called again. */
          stopped: z.boolean(),
          waiting: z.number().int(),
          /** Since when the first of them waits. */
          waitingSince: isoTime.nullable(),
          retryingSince: isoTime.nullable(),
          givenUp: z.number().int(),
          ...deliveryProblem,
        }),
      ),
      /** Since when nothing is sent to receivers: this is a restored copy, until somebody says otherwise. */
      deliveriesHeldSince: isoTime.nullable(),
      unmatched: z.number().int(),
      analysisIdle: z.boolean(),
      /** What else is wrong with the installation, worst first. */
      service: z.array(serviceProblem),
    }),
  }),
})
