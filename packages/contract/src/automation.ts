import { z } from 'zod'
import { id } from './values.ts'

/** The place that an automation works on, and the id by which a message that arrives twice is recognised. */
const ofSite = { id, projectId: id, siteId: id, siteName: z.string() }

/** The state of the work that sets up a site: an import, later a recorder that is searched for cameras. */
const siteAutomation = z.object({
  type: z.literal('automation.site'),
  ...ofSite,
  currentProcess: z.enum(['inProgress', 'complete']),
  /** Whether it succeeded, at least in part. False while it is in progress. */
  success: z.boolean(),
  partialFail: z.boolean(),
  /** Whether cameras are added as well. They have a process of their own. */
  automationCameraFeature: z.boolean(),
})

/** Progress of the cameras that are added to a site. It replaces the state that was known. */
const cameraProgress = z.object({
  type: z.literal('automation.progress'),
  ...ofSite,
  addedCount: z.number().int().min(0),
  totalCamera: z.number().int().min(0),
  isCompleted: z.boolean(),
  /** The cameras are known, and none has been added yet. */
  isProcessingPending: z.boolean(),
})

/** One camera was added, or could not be. */
const cameraAdded = z.object({
  type: z.literal('automation.camera'),
  ...ofSite,
  viewId: id,
  cameraName: z.string(),
  success: z.boolean(),
  /** Address of its picture; null while it has none. */
  snapUrl: z.string().nullable(),
  addedCount: z.number().int().min(0),
  totalCamera: z.number().int().min(0),
})

export const automationOptions = [siteAutomation, cameraProgress, cameraAdded] as const
export const automationEvent = z.discriminatedUnion('type', automationOptions)
export type AutomationEvent = z.output<typeof automationEvent>
