import type { Module } from '../../platform/modules/module.ts'
import { registerNodeSchedules } from './node-routes.ts'
import { registerTemplates } from './template-routes.ts'

export const schedulesModule: Module = {
  name: 'schedules',
  tables: { schedule_template: { rows: 'kept' } },
  routes(register) {
    registerTemplates(register)
    registerNodeSchedules(register)
  },
}
