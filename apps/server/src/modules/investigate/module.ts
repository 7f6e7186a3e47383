import type { Module } from '../../platform/modules/module.ts'
import { type InvestigateDeps, registerInvestigate } from './investigate-routes.ts'

export const investigateModule: Module<InvestigateDeps> = {
  name: 'investigate',
  tables: {
    found_object: {
      rows: [{ kind: 'with', table: 'alarm', column: 'alarm_id' }],
      files: { crop_key: 'media/' },
    },
  },
  routes: registerInvestigate,
}
