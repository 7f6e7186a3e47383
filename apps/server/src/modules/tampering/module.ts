import type { Platform } from '../../platform/create-platform.ts'
import type { Module } from '../../platform/modules/module.ts'
import { tamperingTicks } from './end-forgotten.ts'

/** Days after which a tampering that is over is deleted, as long as sums of response times. */
const ENDED_DAYS = 400

export const tamperingModule: Module<Pick<Platform, 'db' | 'clock'>> = {
  name: 'tampering',
  tables: { tampering_event: { rows: [{ kind: 'days', column: 'ended_at', days: ENDED_DAYS }] } },
  ticks: tamperingTicks,
}
