import type { Module } from '../../platform/modules/module.ts'
import { registerVideofied, type VideofiedDeps } from './panel-routes.ts'

export const videofiedModule: Module<VideofiedDeps> = {
  name: 'videofied',
  tables: { videofied_panel: { rows: 'kept' } },
  routes: registerVideofied,
}
