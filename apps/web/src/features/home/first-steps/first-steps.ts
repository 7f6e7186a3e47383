import type { getFirstSteps, ReplyOf } from '@winnow/contract'

export type FirstSteps = ReplyOf<typeof getFirstSteps>

/** The steps of a new company, in the order in which they can be done. */
export const STEPS = ['client', 'site', 'camera', 'alarm', 'receiver', 'colleague'] as const
export type StepName = (typeof STEPS)[number]

/** `done`, `next` (can be done now), or `later` (needs a step before it). */
export type StepState = 'done' | 'next' | 'later'

const isDone: Record<StepName, (steps: FirstSteps) => boolean> = {
  client: ({ projectId }) => projectId !== null,
  site: ({ siteId }) => siteId !== null,
  camera: ({ viewId }) => viewId !== null,
  alarm: ({ alarm }) => alarm,
  receiver: ({ receiver }) => receiver,
  colleague: ({ colleague }) => colleague,
}

/** The step without which this one cannot be done. */
const NEEDS: Partial<Record<StepName, StepName>> = { site: 'client', camera: 'site', alarm: 'camera', receiver: 'site' }

/** The state of each step. */
export function statesOf(steps: FirstSteps): Record<StepName, StepState> {
  const stateOf = (name: StepName): StepState => {
    if (isDone[name](steps)) return 'done'
    const needed = NEEDS[name]
    return needed === undefined || isDone[needed](steps) ? 'next' : 'later'
  }
  return {
    client: stateOf('client'),
    site: stateOf('site'),
    camera: stateOf('camera'),
    alarm: stateOf('alarm'),
    receiver: stateOf('receiver'),
    colleague: stateOf('colleague'),
  }
}
