import type { Dc09Event, Dc09Message } from '@winnow/intake'
import type { Clock } from '../../platform/clock.ts'
import { inTenant, type Db } from '../../platform/db/transaction.ts'
import type { Queue } from '../../platform/jobs/queue.ts'
import { recordAudit } from '../audit/index.ts'
import { publishLive } from '../live/index.ts'
import { changeArming } from '../schedules/index.ts'
import type { PanelRow } from './find-panel.ts'

export interface ArmingDeps {
  db: Db
  clock: Clock
  queue: Queue
}

interface PanelMessage {
  panel: PanelRow
  message: Dc09Message
  events: readonly Dc09Event[]
  remoteAddress: string
  /** What the message and its repeats have in common. */
  mark: string
}

/**
 * Arms or disarms the site of a panel by its openings and closings, if the panel may. Committed when it resolves. A message that is not encrypted only
 * arms: its account is no secret. The receiver has checked that the time of an encrypted one can be.
 */
export async function armByPanel(deps: ArmingDeps, { panel, message, events, ...from }: PanelMessage): Promise<void> {
  if (!panel.arms) return
  for (const { effect, area, user } of events) {
    if ((effect !== 'arm' && effect !== 'disarm') || (panel.area !== null && area !== panel.area)) continue
    const { isEncrypted, at: sentAt } = message
    const at = deps.clock.now()
    const by = `${panel.account}${user === null ? '' : ` / ${user}`}`
    const author = { companyId: panel.company_id, name: by, address: from.remoteAddress }
    // oxlint-disable-next-line no-await-in-loop -- an opening and a closing of one message have an order
    await inTenant(deps.db, panel.company_id, (tx) =>
      changeArming(
        {
          tx,
          queue: deps.queue,
          audit: (entry) => recordAudit(tx, author, entry, at),
          publish: (news) => publishLive(tx, panel.company_id, news),
        },
        {
          companyId: panel.company_id,
          siteId: panel.id,
          wanted: effect === 'arm' ? 'armed' : 'disarmed',
          way: 'panel',
          by,
          at,
          sentAt: isEncrypted ? sentAt : null,
          until: null,
          mayOnlyArm: !isEncrypted,
          // Of an encrypted message only the time is sure: its number stands in clear, so a recorded message could come again with another one.
          messageKey: sentAt && `${isEncrypted ? 'panel' : from.mark} ${sentAt.toISOString()}`,
          address: from.remoteAddress,
        },
      ),
    )
  }
}
