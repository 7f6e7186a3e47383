import type { Module } from '../../platform/modules/module.ts'
import type { Thumbnails } from '../alarms/index.ts'
import { forgetFirstTicks, type ForgetFirstDeps } from './forget-first.ts'
import { registerSnapshots, type PicturesDeps } from './snapshot-routes.ts'
import { createSnapshots, type Snapshots } from './snapshots.ts'
import { silenceTicks } from './usual-silences.ts'
import { weekTicks, type WeekDeps } from './week-figures.ts'

export const picturesModule: Module<
  PicturesDeps & WeekDeps & ForgetFirstDeps,
  { thumbnails: Thumbnails },
  { snapshots: Snapshots }
> = {
  name: 'pictures',
  make: ({ thumbnails }) => ({ services: { snapshots: createSnapshots(thumbnails) } }),
  routes: registerSnapshots,
  ticks: (deps) => [...weekTicks(deps), ...silenceTicks(deps), ...forgetFirstTicks(deps)],
}
