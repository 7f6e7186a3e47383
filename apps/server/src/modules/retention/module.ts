import type { Platform } from '../../platform/create-platform.ts'
import type { ListFacts } from '../../platform/modules/module-list.ts'
import type { Module } from '../../platform/modules/module.ts'
import { retentionTicks } from './retention-ticks.ts'

export const retentionModule: Module<ListFacts & Pick<Platform, 'db' | 'media' | 'clock'>> = {
  name: 'retention',
  ticks: (deps, owner) => retentionTicks({ ...deps, owner }),
}
