import type { Platform } from '../../platform/create-platform.ts'
import type { Module } from '../../platform/modules/module.ts'
import { forgetPeople } from './forget-people.ts'
import { numberTicks } from './number-plates.ts'
import { registerCapabilities } from './capability-routes.ts'
import { registerRules } from './rule-routes.ts'
import { registerWatchLists } from './watch-list-routes.ts'
import { registerWatchPlates } from './watch-plate-routes.ts'
import { watchListContext, watchPlateContext } from './watch-list-secrets.ts'

export const rulesModule: Module<Pick<Platform, 'db' | 'keys'>> = {
  name: 'rules',
  tables: {
    advanced_rule: { rows: 'kept' },
    watch_list: {
      rows: 'kept',
      sealed: { sealed_index: watchListContext },
    },
    watch_plate: {
      rows: [{ kind: 'days', column: 'expires_at', days: 0 }],
      sealed: { sealed: watchPlateContext },
    },
    // What is in it ends by itself with the next alarm. Of a camera without alarms people end soon, and the rest with the day.
    rule_memory: {
      rows: [
        { kind: 'run', when: 'before', run: forgetPeople },
        { kind: 'days', column: 'updated_at', days: 1 },
      ],
    },
  },
  routes(register, { keys }) {
    registerRules(register)
    registerCapabilities(register)
    registerWatchLists(register, keys)
    registerWatchPlates(register, keys)
  },
  ticks: numberTicks,
}
