// Who may call the module's operations, typed by hand: see apps/server/test/rights.ts.
import { may, type Permissions } from '../../../test/rights.ts'

export const permissions: Permissions = {
  'qualityReview.get': may('company'),
  'qualityReview.set': may('company'),
  'qualityReview.companies': may('supervise'),
  'qualityReview.draw': may('supervise'),
  'alarms.listRandom': may('supervise'),
  'qualityReview.alarm': may('supervise'),
  'qualityReview.frame': may('supervise'),
  'qualityReview.label': may('supervise'),
}
