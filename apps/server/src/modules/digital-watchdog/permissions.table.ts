// Who may call the module's operations, typed by hand: see apps/server/test/rights.ts.
import { may, type Permissions } from '../../../test/rights.ts'

export const permissions: Permissions = {
  'digitalWatchdog.organizations': may('company'),
  'digitalWatchdog.addOrganization': may('company'),
  'digitalWatchdog.deleteOrganization': may('company'),
  'digitalWatchdog.servers': may('company'),
  'digitalWatchdog.updateServers': may('company'),
  'digitalWatchdog.connectedServers': may('company'),
  'digitalWatchdog.availableServers': may('company'),
  'digitalWatchdog.cameras': may('company'),
  'digitalWatchdog.updateCameras': may('company'),
  'digitalWatchdog.alarms': may('company'),
  'digitalWatchdog.updateAlarms': may('company'),
  'digitalWatchdog.genericEvents': may('company'),
}
