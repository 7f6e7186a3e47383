import { example, SOME_ID } from './example.ts'
import { activateCameras, activateProtect, deactivateCameras, deactivateProtect } from './products.ts'

const viewIds = [SOME_ID]

export const productsExamples = [
  example(activateCameras, { body: { viewIds, productId: 'detect', asBackgroundJob: true } }),
  example(deactivateCameras, { body: { allViews: true, productId: 'detect', asBackgroundJob: true } }),
  example(activateProtect, { body: { filters: { thermal: true }, asBackgroundJob: true } }),
  example(deactivateProtect, { body: { viewIds } }),
]
