import type { PackManifest } from '@winnow/vision/packs'
import type { Author } from '../audit/index.ts'
import type { Progress } from './task-queries.ts'

/** A task at work. */
export interface Work {
  id: string
  asked: unknown
  /** A folder of its own, which goes with it. */
  folder: string
  author: Author
  /** Aborted when somebody gives the task up, or the program stops. */
  signal: AbortSignal
  /** The program stops, and goes on with the task when it is back. */
  isStopping(): boolean
  tell(progress: Partial<Progress> & Pick<Progress, 'step'>): void
}

/** A pack that was tried, in the folder of its task. */
export interface TriedPack {
  manifest: PackManifest
  model: string
  lookMs: number
  memoryBytes: number
}
