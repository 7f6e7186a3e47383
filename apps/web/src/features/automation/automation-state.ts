import type { AutomationEvent } from '@winnow/contract'

type Event<T extends AutomationEvent['type']> = Extract<AutomationEvent, { type: T }>

/** The cameras that are added to a site. */
export type CameraProcess = Pick<
  Event<'automation.progress'>,
  'addedCount' | 'totalCamera' | 'isCompleted' | 'isProcessingPending'
>

/** The known state of the automation of one site. */
export interface SiteProcess {
  siteId: string
  siteName: string
  result: 'inProgress' | 'success' | 'partial' | 'failure'
  /** Missing until a camera has started processing. */
  cameras?: CameraProcess
}

export type CameraCard = Omit<Event<'automation.camera'>, 'type'>

export interface AutomationState {
  /** The sites. The site of the latest message is the last. */
  sites: readonly SiteProcess[]
  cards: readonly CameraCard[]
}

export const NO_AUTOMATION: AutomationState = { sites: [], cards: [] }

/** The maximum number of sites, more than fit on a screen. Above it, the oldest are removed. */
const MAX_SITES = 20
const MAX_CARDS = 5

const PENDING: CameraProcess = { addedCount: 0, totalCamera: 0, isCompleted: false, isProcessingPending: true }

function resultOf(event: Event<'automation.site'>): SiteProcess['result'] {
  if (event.currentProcess === 'inProgress') return 'inProgress'
  if (!event.success) return 'failure'
  return event.partialFail ? 'partial' : 'success'
}

function ofSite(event: Event<'automation.site'>): SiteProcess {
  const result = resultOf(event)
  const { siteId, siteName } = event
  const begins = event.automationCameraFeature && (result === 'success' || result === 'partial')
  return { siteId, siteName, result, ...(begins ? { cameras: PENDING } : {}) }
}

function withSite(state: AutomationState, site: SiteProcess): AutomationState {
  const others = state.sites.filter(({ siteId }) => siteId !== site.siteId)
  return { ...state, sites: [...others, site].slice(-MAX_SITES) }
}

/** Returns the state of a site. A site that is still unknown when its cameras report was set up before this console subscribed. */
const known = (
  { sites }: AutomationState,
  { siteId, siteName }: CameraCard | Event<'automation.progress'>,
): SiteProcess => sites.find((site) => site.siteId === siteId) ?? { siteId, siteName, result: 'success' }

/** Returns the state after a message. A new state of a site's cameras replaces the previous one. */
export function withEvent(state: AutomationState, event: AutomationEvent): AutomationState {
  if (event.type === 'automation.site') return withSite(state, ofSite(event))
  const { addedCount, totalCamera } = event
  if (event.type === 'automation.progress') {
    const { isCompleted, isProcessingPending } = event
    return withSite(state, {
      ...known(state, event),
      cameras: { addedCount, totalCamera, isCompleted, isProcessingPending },
    })
  }
  const { type: _type, ...card } = event
  const cards = [...withoutCard(state, cardKey(card)).cards, card].slice(-MAX_CARDS)
  // A camera that was refused before any was added is a card alone, and starts no process.
  if (totalCamera === 0) return { ...state, cards }
  const isCompleted = addedCount >= totalCamera
  const cameras = { addedCount, totalCamera, isCompleted, isProcessingPending: false }
  return withSite({ ...state, cards }, { ...known(state, event), cameras })
}

/** What tells cards apart: the camera, or the message where no camera came of it. */
export const cardKey = ({ viewId, id }: Pick<CameraCard, 'viewId' | 'id'>): string => viewId ?? id

export const withoutCard = (state: AutomationState, key: string): AutomationState => ({
  ...state,
  cards: state.cards.filter((card) => cardKey(card) !== key),
})

export const withoutSite = (state: AutomationState, siteId: string): AutomationState => ({
  ...state,
  sites: state.sites.filter((site) => site.siteId !== siteId),
})

/** The share of cameras that were added, in whole percent. 0 while no camera is known. */
export const percentOf = ({ addedCount, totalCamera }: CameraProcess): number =>
  totalCamera === 0 ? 0 : Math.min(100, Math.floor((addedCount / totalCamera) * 100))

/** Whether nothing is left to do for a site. */
export const isOver = ({ result, cameras }: SiteProcess): boolean =>
  cameras ? cameras.isCompleted : result !== 'inProgress'

/** The result to show. Once all cameras were tried, those that could not be added count as well. */
export function resultToShow({ result, cameras }: SiteProcess): SiteProcess['result'] {
  if (!cameras?.isCompleted || result === 'failure' || cameras.addedCount >= cameras.totalCamera) return result
  return cameras.addedCount === 0 ? 'failure' : 'partial'
}
