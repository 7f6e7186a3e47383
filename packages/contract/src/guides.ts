import { z } from 'zod'
import { operation } from './operation.ts'

/** The pages that can have a guide, each named by the last part of its address: `alarms` is /cams/alarms. */
export const GUIDE_PAGES = ['dashboard', 'alarms', 'clients', 'account'] as const

export type GuidePage = (typeof GUIDE_PAGES)[number]

const guide = z.object({
  page: z.enum(GUIDE_PAGES),
  /** Where its video is: a path of this server, or an https address of a player that pages may embed. */
  url: z.string(),
  /** Where the subtitles of a video of this server are (WebVTT); null without any. */
  captionsUrl: z.string().nullable(),
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

/** The version of a file, as in the guide's addresses. Browsers may cache an address that names it. */
const version = z.object({ v: z.string().max(64).optional() })

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
  query: version,
  replyType: 'binary',
  errors: ['NOT_FOUND'],
})

export const getGuideCaptions = operation({
  id: 'guides.captions',
  method: 'GET',
  path: '/v1/guides/:page/captions',
  summary: 'The subtitles of a guide, if this server has them',
  tag: 'Guides',
  scope: 'self',
  params,
  query: version,
  replyType: 'binary',
  errors: ['NOT_FOUND'],
})
