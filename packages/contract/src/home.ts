import { z } from 'zod'
import { serviceProblem } from './health.ts'
import { operation } from './operation.ts'
import { ruleCapability, ruleObstacle } from './rule-values.ts'
import { deliveryProblem } from './receivers/operations.ts'
import { id, isoTime, timezone } from './values.ts'

/** The longest period that Home can show, in hours. Its sums are precomputed for this period. */
export const LONGEST_HOME_HOURS = 168

export const getHome = operation({
  id: 'home.get',
  method: 'GET',
  path: '/v1/home',
  summary: 'The data of Home: counts, shares, speed and problems that need attention',
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
    /**
     * Number of alarms of cameras that did not count, for example because they were paused. `received` is the sum of `filtered`, `passed`,
     * `unverified`, `waiting` and `outside`.
     */
    outside: z.number().int(),
    /** Filtered ÷ analysed; null when nothing was analysed. */
    filteredShare: z.number().nullable(),
    /** Milliseconds from receipt to verdict, measured over the newest alarms of the period. Null if there are none. */
    latency: z.object({ p50: z.number(), p95: z.number(), alarms: z.number().int() }).nullable(),
    byHour: z.array(
      z.object({
        hour: isoTime,
        received: z.number().int(),
        filtered: z.number().int(),
        passed: z.number().int(),
        unverified: z.number().int(),
        outside: z.number().int(),
      }),
    ),
    account: z.object({ projects: z.number().int(), sites: z.number().int(), views: z.number().int() }),
    attention: z.object({
      lowDisk: z.object({ freeBytes: z.number(), wantedBytes: z.number() }).nullable(),
      /** Receivers that need attention: messages to them wait too long or were given up, or the receiver was stopped or gives no sign of life. */
      receivers: z.array(
        z.object({
          id,
          name: z.string(),
          siteId: id,
          siteName: z.string(),
          /** Whether the receiver has requested that no more messages be sent. */
          stopped: z.boolean(),
          /** The time since which the receiver has given no sign of life; null if it is not supervised or answers. */
          silentSince: isoTime.nullable(),
          /** Number of the site's cameras that the receiver's table does not name. */
          unmapped: z.number().int(),
          waiting: z.number().int(),
          /** The time since which the oldest message has waited; null if none waits. */
          waitingSince: isoTime.nullable(),
          retryingSince: isoTime.nullable(),
          givenUp: z.number().int(),
          ...deliveryProblem,
        }),
      ),
      /**
       * The time since which deliveries are held because this installation is a restored copy. They are held until someone releases them.
       * Null if they are not held.
       */
      deliveriesHeldSince: isoTime.nullable(),
      unmatched: z.number().int(),
      /**
       * Rules that are switched on and see nothing, because no detector in use sees what they look for, or because their schedule or list was
       * deleted. At most 20.
       */
      blindRules: z.array(
        z.object({
          id,
          name: z.string(),
          viewId: id,
          viewName: z.string(),
          obstacle: ruleObstacle.extract(['detector', 'schedule-deleted', 'list-deleted']),
          /** The capability that no detector in use has; null unless that is the obstacle. */
          needs: ruleCapability.nullable(),
        }),
      ),
      /**
       * Schedules whose linked holidays are not known for years that are needed by now: their cameras count all day then. Those that follow a
       * template are one with it. At most 20.
       */
      missingHolidays: z.array(
        z.object({
          kind: z.enum(['template', 'site', 'view']),
          id,
          name: z.string(),
          regionId: z.string(),
          years: z.array(z.number().int()),
        }),
      ),
      analysisIdle: z.boolean(),
      /** Other problems of the installation, the worst first. */
      service: z.array(serviceProblem),
    }),
  }),
})
