import type { Platform } from '../../platform/create-platform.ts'
import type { Module } from '../../platform/modules/module.ts'
import { tamperingTicks } from './end-forgotten.ts'

/** Days after which a tampering that is over is deleted, where its alarm is kept for longer. */
const ENDED_DAYS = 400

export const tamperingModule: Module<Pick<Platform, 'db' | 'clock'>> = {
  name: 'tampering',
  tables: {
    tampering_event: {
      rows: [
        { kind: 'with', table: 'alarm', column: 'alarm_id' },
        { kind: 'days', column: 'ended_at', days: ENDED_DAYS },
      ],
    },
  },
  ticks: tamperingTicks,
}
