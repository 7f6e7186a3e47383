// Who may call the module's operations, typed by hand: see apps/server/test/rights.ts.
import { may, type Permissions } from '../../../test/rights.ts'

export const permissions: Permissions = {
  'immix.site': may('alarmsRead'),
  'immix.view': may('alarmsRead'),
  'digitalWatchdog.push': may('anybody'),
  'intake.panel': may('treeRead'),
  'intake.setPanel': may('edit'),
  'intake.removePanel': may('edit'),
  'intake.getSignal': may('alarmsRead'),
  'intake.viewIntake': may('treeRead'),
  'intake.addFrame': may('label'),
  'intake.hikvision': may('anybody'),
  'intake.axis': may('anybody'),
  'intake.axisByQuery': may('anybody'),
  'intake.instar': may('anybody'),
  'intake.instarByQuery': may('anybody'),
  'intake.uniview': may('anybody'),
  'intake.univiewEvent': may('anybody'),
  'intake.univiewNotification': may('anybody'),
  'intake.ingest': may('ingest'),
  'intake.unmatched': may('treeRead'),
  'intake.viewSignals': may('treeRead'),
  'intake.renewAddress': may('edit'),
  'intake.renewFtpPassword': may('edit'),
  'intake.test': may('edit'),
}
