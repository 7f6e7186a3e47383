import { alarm } from './alarm-values.ts'
import { operation } from './operation.ts'
import { idParams } from './values.ts'

export const analyseAlarm = operation({
  id: 'analysis.byHand',
  method: 'POST',
  path: '/v1/alarm/:id/analyse',
  summary: 'Analyse an alarm that was kept outside the time of its camera, and deliver it as its verdict requires',
  tag: 'Alarms',
  scope: [{ in: 'path', at: 'id', kind: 'alarm' }],
  permission: 'alarm.label',
  params: idParams,
  reply: alarm,
  /** CONFLICT: the alarm counts, so it is analysed already. */
  errors: ['CONFLICT'],
})
