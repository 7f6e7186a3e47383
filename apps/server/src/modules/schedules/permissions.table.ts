// Who may call the module's operations, typed by hand: see apps/server/test/rights.ts.
import { may, type Permissions } from '../../../test/rights.ts'

export const permissions: Permissions = {
  'schedules.getSite': may('treeRead'),
  'schedules.setSite': may('schedules'),
  'schedules.deleteSite': may('schedules'),
  'schedules.getView': may('treeRead'),
  'schedules.setView': may('schedules'),
  'schedules.deleteView': may('schedules'),
  'schedules.getArming': may('treeRead'),
  'schedules.arm': may('schedules'),
  'schedules.setLongestDisarm': may('schedules'),
  'schedules.armingHistory': may('treeRead'),
  'schedules.active': may('treeRead'),
  'schedules.holidays': may('treeRead'),
  'schedules.holidaysThisYear': may('treeRead'),
  'schedules.holidaysComingYear': may('treeRead'),
  'schedules.holidaysOfRegions': may('treeRead'),
  'schedules.holidayRegions': may('treeRead'),
  'schedules.try': may('treeRead'),
  'schedules.listTemplates': may('treeRead'),
  'schedules.utilisation': may('treeRead'),
  'schedules.getTemplate': may('treeRead'),
  'schedules.createTemplate': may('schedules'),
  'schedules.updateTemplate': may('schedules'),
  'schedules.setIntervals': may('schedules'),
  'schedules.deleteTemplate': may('schedules'),
}
