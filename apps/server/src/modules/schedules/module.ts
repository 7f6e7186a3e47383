import type { Platform } from '../../platform/create-platform.ts'
import type { Module } from '../../platform/modules/module.ts'
import { registerArmingMail, type ArmingMailDeps } from './arming-mail-routes.ts'
import { registerArming } from './arming-routes.ts'
import { registerHolidays } from './holiday-routes.ts'
import { dueTicks } from './judge-due.ts'
import { listTicks } from './lists-ahead.ts'
import { registerNodeSchedules } from './node-routes.ts'
import { contactMailJobs } from './tell-contacts.ts'
import { registerStates } from './count-states.ts'
import { registerTemplates } from './template-routes.ts'
import { registerTry } from './try-schedule.ts'

type Uses = Pick<Platform, 'db' | 'clock' | 'queue' | 'log' | 'mailer' | 'productName' | 'publicUrl'> & ArmingMailDeps

export const schedulesModule: Module<Uses> = {
  name: 'schedules',
  tables: {
    schedule_template: { rows: 'kept' },
    arming_event: { rows: [{ kind: 'days', column: 'at', days: 400 }] },
    arming_address: { rows: 'kept' },
    arming_due: { rows: 'kept' },
  },
  routes(register, deps) {
    registerTemplates(register)
    registerNodeSchedules(register)
    registerArming(register, deps)
    registerArmingMail(register, deps)
    registerHolidays(register)
    registerTry(register)
    registerStates(register)
  },
  jobs: contactMailJobs,
  ticks: (deps) => [...listTicks(deps), ...dueTicks(deps)],
}
