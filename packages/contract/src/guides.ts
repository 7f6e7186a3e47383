import { z } from 'zod'
import { operation } from './operation.ts'

/** The pages that can have a guide, each named by the last part of its address: `alarms` is /cams/alarms. */
export const GUIDE_PAGES = ['dashboard', 'alarms', 'clients', 'account'] as const

export type GuidePage = (typeof GUIDE_PAGES)[number]

const guide = z.object({
  page: z.enum(GUIDE_PAGES),
  /** Where its video is: a path of this server, or an https address of a player that pages may embed. */
  url: z.string(),
  /** Whether the page shows its guide. Never for an address that pages may not embed. */
  active: z.boolean(),
})

export type Guide = z.infer<typeof guide>

export const listGuides = operation({
  id: 'guides.list',
  method: 'GET',
  path: '/v1/guides',
  summary: 'The guides of this installation, sorted by page: videos that explain a page of the console',
  tag: 'Guides',
  scope: 'self',
  reply: z.array(guide),
})

/** A page without a guide is not found, whatever its name. */
const params = z.object({ page: z.string().min(1).max(64) })

export const getGuide = operation({
  id: 'guides.get',
  method: 'GET',
  path: '/v1/guides/:page',
  summary: 'The guide of a page',
  tag: 'Guides',
  scope: 'self',
  params,
  reply: guide,
  errors: ['NOT_FOUND'],
})

export const getGuideVideo = operation({
  id: 'guides.video',
  method: 'GET',
  path: '/v1/guides/:page/video',
  summary: 'The video of a guide, if this server has it. Takes Range',
  tag: 'Guides',
  scope: 'self',
  params,
  /** The version of the video, as in the guide's url. Browsers may cache an address that names it. */
  query: z.object({ v: z.string().max(64).optional() }),
  replyType: 'binary',
  errors: ['NOT_FOUND'],
})
