import { z } from 'zod'
import { id } from './values.ts'

/** The id by which a client recognises a message that arrives twice, and the site of the automation. */
const ofSite = { id, projectId: id, siteId: id, siteName: z.string() }

/** The state of the work that sets up a site: an import, and later also the search of a recorder for cameras. */
const siteAutomation = z.object({
  type: z.literal('automation.site'),
  ...ofSite,
  currentProcess: z.enum(['inProgress', 'complete']),
  /** Whether the work succeeded, at least in part. False while it is in progress. */
  success: z.boolean(),
  partialFail: z.boolean(),
  /** Whether cameras are added as well. Adding them is a separate process, with messages of its own. */
  automationCameraFeature: z.boolean(),
})

/** Progress of the cameras that are added to a site. Each message replaces the one before it. */
const cameraProgress = z.object({
  type: z.literal('automation.progress'),
  ...ofSite,
  addedCount: z.number().int().min(0),
  totalCamera: z.number().int().min(0),
  isCompleted: z.boolean(),
  /** Whether the cameras are known but none of them has been added yet. */
  isProcessingPending: z.boolean(),
})

/** A camera that was added, or that could not be added (`success` is false). */
const cameraAdded = z.object({
  type: z.literal('automation.camera'),
  ...ofSite,
  /** Null where no camera came of it. */
  viewId: id.nullable(),
  cameraName: z.string(),
  success: z.boolean(),
  /** Address of the camera's picture; null if it has none yet. */
  snapUrl: z.string().nullable(),
  addedCount: z.number().int().min(0),
  totalCamera: z.number().int().min(0),
})

export const automationOptions = [siteAutomation, cameraProgress, cameraAdded] as const
export const automationEvent = z.discriminatedUnion('type', automationOptions)
export type AutomationEvent = z.output<typeof automationEvent>
