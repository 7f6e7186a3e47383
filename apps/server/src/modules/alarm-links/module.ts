import type { Module } from '../../platform/modules/module.ts'
import { registerAlarmLinks } from './link-routes.ts'
import { registerSharedAlarm, type SharedDeps } from './shared-routes.ts'

/** Ended links stay in the list of their alarm for this long. */
const DAYS_AFTER_END = 90

export const alarmLinksModule: Module<SharedDeps> = {
  name: 'alarm-links',
  tables: {
    alarm_link: {
      rows: [
        { kind: 'days', column: 'expires_at', days: DAYS_AFTER_END },
        { kind: 'with', table: 'alarm', column: 'alarm_id' },
      ],
    },
  },
  routes(register, deps) {
    registerAlarmLinks(register, deps)
    registerSharedAlarm(register, deps)
  },
}
