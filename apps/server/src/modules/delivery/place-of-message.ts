import type { DeliveryAlarm } from '@winnow/delivery'
import { siteZone } from './mails-of-site.ts'

/** The columns of `site`, `project` and `company` from which a message says where something happened. */
export const PLACE_COLUMNS = [
  'site.id as siteId',
  'site.name as siteName',
  siteZone.as('zone'),
  'company.id as companyId',
  'company.name as companyName',
  'project.id as projectId',
  'project.name as projectName',
] as const

interface Place {
  siteId: string
  siteName: string
  zone: string
  companyId: string
  companyName: string
  projectId: string
  projectName: string
}

/** What a message says about where something happened. */
export const placeOf = (found: Place): Pick<DeliveryAlarm, 'company' | 'project' | 'site'> => ({
  company: { id: found.companyId, name: found.companyName },
  project: { id: found.projectId, name: found.projectName },
  site: { id: found.siteId, name: found.siteName, timezone: found.zone },
})
