import type { Module } from '../../platform/modules/module.ts'
import { registerResponseTimes } from './response-times-routes.ts'

/** Days after which sums are deleted. They outlive the messages that they were made of. */
const SUM_DAYS = 400

export const responseTimesModule: Module = {
  name: 'response-times',
  tables: { response_day: { rows: [{ kind: 'days', column: 'day', days: SUM_DAYS }] } },
  routes: registerResponseTimes,
}
