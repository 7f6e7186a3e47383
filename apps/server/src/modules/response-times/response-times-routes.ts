import { getResponseTimes, listResponseBreaches, setResponseGoal } from '@winnow/contract'
import type { Actor } from '../../platform/http/actor.ts'
import type { Register } from '../../platform/http/register.ts'
import { askedDays } from './asked-days.ts'
import { listBreaches } from './list-breaches.ts'
import { countOverdue, readGroups, readTotal } from './read-times.ts'
import type { Asked } from './sum-figures.ts'

interface Question {
  since?: string | undefined
  till?: string | undefined
  siteId?: string | undefined
  receiverId?: string | undefined
}

function askedOf({ grants }: Actor, companyId: string, query: Question, now: Date): Asked {
  const { siteId, receiverId } = query
  return { companyId, grants, siteId, receiverId, days: askedDays(query, now) }
}

/** How long alarms took until their receivers acknowledged them. */
export function registerResponseTimes(register: Register): void {
  register.read(getResponseTimes, async ({ tx, actor, companyId, query, now }) => {
    const asked = askedOf(actor, companyId, query, now)
    const { rows, count } = await readGroups(tx, asked, query.by, query)
    return {
      rows,
      count,
      countIsExact: true,
      page: query.page,
      limit: query.limit,
      ...asked.days,
      total: await readTotal(tx, asked),
      overdue: await countOverdue(tx, asked, now),
    }
  })
  register.read(listResponseBreaches, async ({ tx, actor, companyId, query, now }) => {
    const asked = askedOf(actor, companyId, query, now)
    return { ...(await listBreaches(tx, asked, { ...query, now })), page: query.page, limit: query.limit }
  })
  register.write(setResponseGoal, async ({ tx, params, body, audit }) => {
    const before = await tx
      .selectFrom('site')
      .select(['name', 'response_goal_seconds as seconds'])
      .where('id', '=', params.id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    await tx.updateTable('site').set({ response_goal_seconds: body.seconds }).where('id', '=', params.id).execute()
    await audit({
      action: 'site.changed',
      objectType: 'site',
      objectId: params.id,
      objectName: before.name,
      before: { responseGoalSeconds: before.seconds },
      after: { responseGoalSeconds: body.seconds },
    })
    return { seconds: body.seconds }
  })
}
