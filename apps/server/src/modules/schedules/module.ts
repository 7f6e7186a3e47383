import type { Module } from '../../platform/modules/module.ts'
import { registerArming } from './arming-routes.ts'
import { registerHolidays } from './holiday-routes.ts'
import { registerNodeSchedules } from './node-routes.ts'
import { registerTemplates } from './template-routes.ts'
import { registerTry } from './try-schedule.ts'

export const schedulesModule: Module = {
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
}
