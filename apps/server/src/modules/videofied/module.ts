import type { Module } from '../../platform/modules/module.ts'
import { videofiedSystems } from './panel-systems.ts'
import { registerVideofied, type VideofiedDeps } from './panel-routes.ts'

export const videofiedModule: Module<VideofiedDeps> = {
  name: 'videofied',
  tables: { videofied_panel: { rows: 'kept' } },
  cameraSystems: videofiedSystems,
  routes: registerVideofied,
}
