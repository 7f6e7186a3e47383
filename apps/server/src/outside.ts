import type { AnalysisPool, createAnalysisPool } from '@winnow/vision'
import type { PublishedPack } from '@winnow/vision/packs'
import type { ProductCapacity } from './modules/products/index.ts'
import type { PlatformOutside } from './platform/create-platform.ts'

/** The dependencies that the program gets from outside, and replacements that tests pass for services of modules. */
export interface Outside extends PlatformOutside {
  /** Whether the separate intake process hangs, if there is one. */
  intakeHung?: () => boolean
  /** Counts a message of a camera in the intake process. Returns whether the camera may send it; undefined without a reply. */
  countMessage?: (camera: string) => Promise<boolean | undefined>
  /** The text that captchas show. Tests set it, because they cannot read pictures. */
  captchaText?: () => string
  pool?: AnalysisPool
  /** What the plans of companies allow. */
  productCapacity?: ProductCapacity
  /** The known detectors, and the function that creates the pool in which sets of detectors are compared. */
  catalogue?: readonly PublishedPack[]
  makePool?: typeof createAnalysisPool
}
