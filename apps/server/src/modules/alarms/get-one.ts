import type { Alarm } from '@winnow/contract'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { notFound } from '../../platform/http/app-error.ts'
import { findAlarm } from './get-alarm.ts'

/** An alarm of the caller's company. @throws AppError if there is none with this id */
export async function getOne(tx: Tx, actor: Actor, id: string): Promise<Alarm> {
  const alarm = await findAlarm(tx, actor.companyId, id)
  if (!alarm) throw notFound()
  return alarm
}
