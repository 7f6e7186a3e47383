import { getQualityReview, setQualityReview } from '@winnow/contract'
import type { Register } from '../../platform/http/register.ts'
import { readReview, writeSwitch } from './company-switch.ts'
import { closeRounds } from './rounds.ts'

/** Operations of the company whose alarms are reviewed. */
export function registerCompanySwitch(register: Register): void {
  register.read(getQualityReview, ({ tx, companyId }) => readReview(tx, companyId))

  register.write(setQualityReview, async ({ tx, actor, companyId, body: { on }, now, audit }) => {
    const before = await readReview(tx, companyId)
    if (before.on === on) return before
    await writeSwitch(tx, companyId, { on, by: actor.name, now })
    // A round ends with the permission, so that switching on again does not show its alarms again.
    if (!on) await closeRounds(tx, companyId, now)
    await audit({
      action: on ? 'quality-review.on' : 'quality-review.off',
      objectType: 'company',
      objectId: companyId,
    })
    return readReview(tx, companyId)
  })
}
