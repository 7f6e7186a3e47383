import type { Module } from '../../platform/modules/module.ts'
import { registerCure } from './cure-routes.ts'
import { registerRequests } from './request-routes.ts'

/** Requests are forgotten after this time, answered or not. */
const REQUEST_DAYS = 365

export const cureModule: Module = {
  name: 'cure',
  tables: {
    cure_request: {
      rows: [
        { kind: 'days', column: 'asked_at', days: REQUEST_DAYS },
        { kind: 'with', table: 'alarm', column: 'alarm_id' },
      ],
    },
  },
  routes(register) {
    registerCure(register)
    registerRequests(register)
  },
}
