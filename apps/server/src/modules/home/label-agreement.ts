import { AGREEMENT_DAYS, getLabelAgreement, type ReplyOf } from '@winnow/contract'
import { agreementOf, type Grants } from '@winnow/domain'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Register } from '../../platform/http/register.ts'
import { inGrants } from '../access/index.ts'

const DAY_MS = 86_400_000

interface Row {
  bothTrue: number
  bothFalse: number
  companyTrue: number
  supervisorTrue: number
  latest: string | null
  viewId: string | null
  receivedAt: Date | null
}

/**
 * Compares the two labels of alarms that the company had labelled when a supervisor labelled them. Each was given without knowing the other:
 * later corrections, which people make after a look at the other label, do not count.
 */
async function readAgreement(
  tx: Tx,
  { companyId, grants, now }: { companyId: string; grants: Grants; now: Date },
): Promise<ReplyOf<typeof getLabelAgreement>> {
  const since = new Date(now.getTime() - AGREEMENT_DAYS * DAY_MS)
  const { rows } = await sql<Row>`
    with compared as materialized (
      select distinct on (s.alarm_id) s.alarm_id as id, s.company_truth as cus, s.ground_truth as sup
      from quality_sample s join alarm a on a.company_id = s.company_id and a.id = s.alarm_id
      where s.company_id = ${companyId} and s.company_truth is not null and s.ground_truth is not null
        and s.alarm_id >= app.uuid_from_time(${since})
        and a.company_id = ${companyId} and a.sup_ground_truth is not null and a.cus_ground_truth is not null
        and a.id >= app.uuid_from_time(${since}) and not a.is_test and ${inGrants(grants, 'a')}
      order by s.alarm_id, s.labelled_at),
    counted as (
      select (count(*) filter (where cus and sup))::int as "bothTrue", (count(*) filter (where not cus and not sup))::int as "bothFalse",
        (count(*) filter (where cus and not sup))::int as "companyTrue", (count(*) filter (where sup and not cus))::int as "supervisorTrue"
      from compared)
    select counted.*, newest.id as latest, newest.view_id as "viewId", newest.received_at as "receivedAt"
    from counted left join lateral (
      select a.id, a.view_id, a.received_at from compared join alarm a on a.id = compared.id
      where compared.cus <> compared.sup order by a.id desc limit 1) newest on true`.execute(tx)
  const [
    row = {
      bothTrue: 0,
      bothFalse: 0,
      companyTrue: 0,
      supervisorTrue: 0,
      latest: null,
      viewId: null,
      receivedAt: null,
    },
  ] = rows
  const { latest, viewId, receivedAt, ...pairs } = row
  const agreement = agreementOf({ ...pairs, firstTrue: pairs.companyTrue, secondTrue: pairs.supervisorTrue })
  return {
    since: since.toISOString(),
    till: now.toISOString(),
    ...pairs,
    share: agreement?.share ?? null,
    kappa: agreement?.kappa ?? null,
    latest:
      latest !== null && viewId && receivedAt ? { id: latest, viewId, receivedAt: receivedAt.toISOString() } : null,
  }
}

export function registerAgreement(register: Register): void {
  register.read(getLabelAgreement, ({ tx, actor, companyId, now }) =>
    readAgreement(tx, { companyId, grants: actor.grants, now }),
  )
}
