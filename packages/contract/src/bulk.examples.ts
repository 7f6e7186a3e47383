import {
  activateTampering,
  deactivateTampering,
  deleteViews,
  moveViews,
  refreshSnapshots,
  setViewsActive,
  setViewsSettings,
} from './bulk.ts'
import { example, SOME_ID } from './example.ts'

const viewIds = [SOME_ID]

export const bulkExamples = [
  example(setViewsActive, { body: { viewIds, isActive: false, asBackgroundJob: true } }),
  example(activateTampering, { body: { allViews: true, asBackgroundJob: true } }),
  example(deactivateTampering, { body: { filters: { thermal: true }, asBackgroundJob: true } }),
  example(setViewsSettings, { body: { allViews: true, sensitivity: 4, asBackgroundJob: true } }),
  example(refreshSnapshots, { body: { viewIds, asBackgroundJob: true } }),
  example(moveViews, { body: { viewIds, siteId: SOME_ID, asBackgroundJob: true } }),
  example(deleteViews, { body: { viewIds, asBackgroundJob: true } }),
]
