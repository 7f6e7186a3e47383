import { z } from 'zod'
import { treeFilterSearch } from './model/tree-filter.ts'

const optionalId = z.uuid().optional().catch(undefined)

export const VIEW_TABS = ['connect', 'test', 'settings', 'schedule', 'masks', 'rules', 'learning', 'received'] as const
export const SITE_TABS = [
  'settings',
  'schedule',
  'arming',
  'cameras',
  'mail',
  'panel',
  'receivers',
  'unmatched',
] as const
export type ViewTab = (typeof VIEW_TABS)[number]
export type SiteTab = (typeof SITE_TABS)[number]

/** The query parameters of the clients page: the open client or site, the kind of node being added, the scroll target, and the filter. */
export const clientsSearch = z.object({
  add: z.literal('project').optional().catch(undefined),
  project: optionalId,
  site: optionalId,
  type: z.literal('add').optional().catch(undefined),
  contextProjectId: optionalId,
  tab: z
    .enum([...VIEW_TABS, ...SITE_TABS])
    .optional()
    .catch(undefined),
  ...treeFilterSearch,
})
export type ClientsSearch = z.output<typeof clientsSearch>

/**
 * The camera (`cam`) or site whose page is open. `alarm`: the alarm whose picture is the background when drawing the camera's masks.
 * `box`: an area of that picture (x, y, width and height, 0–1) that is proposed as a mask. `request`: what somebody asked for at that
 * alarm, whose areas are proposed. `history`: whether the history of the camera's masks is open.
 */
export const unitSearch = z.object({
  cam: optionalId,
  site: optionalId,
  alarm: optionalId,
  box: z.string().max(100).optional().catch(undefined),
  request: optionalId,
  history: z.literal(true).optional().catch(undefined),
})
export type UnitSearch = z.output<typeof unitSearch>
