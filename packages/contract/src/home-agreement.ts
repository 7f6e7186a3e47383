import { z } from 'zod'
import { proportion } from './alarm-counts.ts'
import { operation } from './operation.ts'
import { id, isoTime } from './values.ts'

/** The number of days whose labels are compared. Supervisors label few alarms, so a day or a week would say little. */
export const AGREEMENT_DAYS = 90

export const getLabelAgreement = operation({
  id: 'home.agreement',
  method: 'GET',
  path: '/v1/home/agreement',
  summary: `How often the company and its supervisors gave the same label, of alarms of the last ${AGREEMENT_DAYS} days that both labelled without knowing the other’s`,
  tag: 'Home',
  scope: 'self',
  permission: 'alarm.read',
  background: true,
  reply: z.object({
    since: isoTime,
    till: isoTime,
    bothTrue: z.number().int(),
    bothFalse: z.number().int(),
    /** Only the company said true. */
    companyTrue: z.number().int(),
    supervisorTrue: z.number().int(),
    /** The share of equal labels. */
    share: proportion,
    /** Cohen's kappa. Null without any alarm, and where both always gave the same one label. */
    kappa: z.number().nullable(),
    /** The newest alarm whose labels differ. */
    latest: z.object({ id, viewId: id, receivedAt: isoTime }).nullable(),
  }),
})
