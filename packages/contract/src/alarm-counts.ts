import { z } from 'zod'
import { isoTime, timezone } from './values.ts'

/** The lengths of the steps of a series of counts. */
export const COUNT_STEPS = ['quarter', 'hour', 'day'] as const

/** The longest window of counts, in days. */
export const LONGEST_WINDOW_DAYS = 31

/**
 * The window of counts. Counts exist by quarter hour, so `since` is moved back, and `till` forward, to a full quarter hour; the reply tells
 * both. Left out: `till` is now, and `since` is a day before `till`. The window may be up to {@link LONGEST_WINDOW_DAYS} days long.
 */
export const countWindow = {
  since: isoTime.optional(),
  till: isoTime.optional(),
  /** The zone of days and hours. Left out: the company's default zone for sites. */
  timezone: timezone.optional(),
}

/** The window that was counted. It includes `since` and excludes `till`. */
export const countedWindow = { since: isoTime, till: isoTime, timezone: z.string() }

/**
 * Numbers of alarms, without alarms of tests. `received` is the sum of the others. An alarm counts at the time of its id, by which lists
 * select too: a list with the same `since` and `till` shows the same alarms.
 */
export const alarmCounts = {
  received: z.number().int(),
  filtered: z.number().int(),
  passed: z.number().int(),
  unverified: z.number().int(),
  /** Alarms that wait for their verdict. */
  waiting: z.number().int(),
  /** Alarms of cameras that did not count, for example because they were paused. They get no verdict. */
  outside: z.number().int(),
}

/** A share (0–1) with its 95 % interval by Clopper and Pearson. Null where there is no case. */
export const proportion = z
  .object({
    share: z.number(),
    low: z.number(),
    high: z.number(),
    /** The number of cases that count. */
    count: z.number().int(),
    /** The sample size. */
    of: z.number().int(),
  })
  .nullable()

/** Counts of a period with the figures that follow from them. */
export const alarmTotals = z.object({
  ...alarmCounts,
  /** Labelled alarms with a verdict. */
  labelled: z.object({ true: z.number().int(), false: z.number().int() }),
  /** The share of filtered alarms among those that the filter judged (`filtered` + `passed`). */
  reduction: proportion,
  /** The share of alarms that were not filtered (`passed` or `unverified`) among those labelled true. */
  recall: proportion,
  /** The share of filtered alarms among those labelled false, without those that stayed unverified. */
  falseFiltered: proportion,
})

/** One step of a series. It ends where the next begins. Steps without alarms are there too. */
export const alarmStep = z.object({ at: isoTime, ...alarmCounts })
