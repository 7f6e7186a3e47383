import type { AnalysisPool, createAnalysisPool } from '@winnow/vision'
import type { PublishedPack } from '@winnow/vision/packs'
import type { PlatformOutside } from './platform/create-platform.ts'

/** Dependencies that the program receives from outside, and replacements that tests pass for what modules would create. */
export interface Outside extends PlatformOutside {
  /** Whether the separate intake process hangs, if there is one. */
  intakeHung?: () => boolean
  /** Counts a message of a camera in the intake process; undefined if that process does not reply. */
  countMessage?: (camera: string) => Promise<boolean | undefined>
  /** The text that captchas show. Tests set it, because they cannot read pictures. */
  captchaText?: () => string
  pool?: AnalysisPool
  /** The known detectors, and the function that creates the pool in which sets of detectors are compared. */
  catalogue?: readonly PublishedPack[]
  makePool?: typeof createAnalysisPool
}
