import type { PackManifest } from '@winnow/vision/packs'
import type { Author } from '../audit/index.ts'
import type { Progress } from './task-queries.ts'

/** A running task. */
export interface Work {
  id: string
  asked: unknown
  /** The folder for the files of this task, deleted when the task ends. */
  folder: string
  author: Author
  /** Aborted when the task is cancelled or the program stops. */
  signal: AbortSignal
  /** Whether the program is stopping. It continues the task after its restart. */
  isStopping(): boolean
  tell(progress: Partial<Progress> & Pick<Progress, 'step'>): void
}

/** A pack that was tested, in the folder of its task. */
export interface TriedPack {
  manifest: PackManifest
  model: string
  lookMs: number
  memoryBytes: number
}
