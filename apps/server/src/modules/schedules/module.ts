import type { Platform } from '../../platform/create-platform.ts'
import type { Module } from '../../platform/modules/module.ts'
import { registerArming } from './arming-routes.ts'
import { registerHolidays } from './holiday-routes.ts'
import { listTicks } from './lists-ahead.ts'
import { registerNodeSchedules } from './node-routes.ts'
import { registerTemplates } from './template-routes.ts'
import { registerTry } from './try-schedule.ts'

export const schedulesModule: Module<Pick<Platform, 'db' | 'clock'>> = {
  name: 'schedules',
  tables: {
    schedule_template: { rows: 'kept' },
    arming_event: { rows: [{ kind: 'days', column: 'at', days: 400 }] },
  },
  routes(register) {
    registerTemplates(register)
    registerNodeSchedules(register)
    registerArming(register)
    registerHolidays(register)
    registerTry(register)
  },
  ticks: listTicks,
}
