import { z } from 'zod'
import { isoTime, OUTSIDE_REASONS } from './values.ts'

/**
 * Why a camera counts, which means that its alarms are judged. `always`: nothing says when it does not; `schedule`: a window of its
 * schedule is open; `armed`, `never-told`: its site is armed and disarmed, and is armed, or was told nothing yet; `unknown`: its schedule
 * cannot be evaluated.
 */
export const COUNTS_REASONS = ['always', 'schedule', 'armed', 'never-told', 'unknown'] as const
const reason = z.enum([...COUNTS_REASONS, ...OUTSIDE_REASONS])

/** Whether cameras count now, why, and until when; null if nothing ends that by itself. */
export const scheduleState = z.object({ counts: z.boolean(), reason, until: isoTime.nullable() })
export type ScheduleState = z.output<typeof scheduleState>

/** How many cameras count now and how many do not, and why. Reasons without cameras are left out. */
export const stateCounts = z.object({
  counting: z.number().int(),
  outside: z.number().int(),
  reasons: z.array(z.object({ reason, counts: z.boolean(), cameras: z.number().int() })),
  /** When the state of some of them changes next by itself; null if nothing is known to change it. */
  nextChange: isoTime.nullable(),
})
