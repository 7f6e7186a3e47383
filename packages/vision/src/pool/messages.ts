import type { PackFailure } from '../detect/load-networks.ts'
import type { AlarmAnalysis, AnalysisJob } from '../alarm-analysis.ts'
import type { AnnotateJob, ClipJob } from '../types.ts'

/** The tasks of a child. */
export type Task =
  | { kind: 'analyse'; job: AnalysisJob; timeoutMs: number }
  | { kind: 'annotate'; job: AnnotateJob; timeoutMs: number }
  | { kind: 'clip'; job: ClipJob; timeoutMs: number }

/** Returns the bytes of a task's files, which the child keeps in memory until the task is done. */
export function bytesOf(task: Task): number {
  if (task.kind === 'annotate') return task.job.jpeg.length
  if (task.kind === 'clip') return task.job.pictures.reduce((sum, { jpeg }) => sum + jpeg.length, 0)
  return task.job.media.reduce((sum, { bytes }) => sum + bytes.length, 0)
}

/** A message from the parent to a child. A child may have several tasks at once and answers them by their ids, in any order. */
export interface TaskMessage {
  id: number
  task: Task
}

/** A loaded detector. The built-in one has the id of its network, `centernet`. */
export interface LoadedPack {
  id: string
  version: string
}

/** A message from a child to the parent. */
export type ChildMessage =
  | { type: 'ready'; loaded: LoadedPack[]; failures: PackFailure[] }
  | { type: 'started'; id: number }
  | { type: 'done'; id: number; result: AlarmAnalysis | Uint8Array; inferenceMs: number }
  | { type: 'failed'; id: number; message: string }

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Whether a value is a valid message from a child. This is checked because a malicious file may have taken control of the child. */
export function isChildMessage(value: unknown): value is ChildMessage {
  if (!isRecord(value)) return false
  if (value.type === 'ready')
    return isListOf(value.loaded, 'id', 'version') && isListOf(value.failures, 'id', 'problem')
  if (typeof value.id !== 'number') return false
  if (value.type === 'started') return true
  if (value.type === 'failed') return typeof value.message === 'string'
  return value.type === 'done' && typeof value.inferenceMs === 'number' && isResult(value.result)
}

const isListOf = (value: unknown, ...texts: string[]): boolean =>
  Array.isArray(value) && value.every((item) => isRecord(item) && texts.every((name) => typeof item[name] === 'string'))

function isResult(value: unknown): boolean {
  if (value instanceof Uint8Array) return true
  if (!isRecord(value) || !isRecord(value.memory) || !isRecord(value.timings) || !isRecord(value.tampering))
    return false
  const lists = [value.reasons, value.frames, value.detections, value.problems]
  return ['true', 'false', 'unverified'].includes(String(value.verdict)) && lists.every((list) => Array.isArray(list))
}

export function isTaskMessage(value: unknown): value is TaskMessage {
  return isRecord(value) && typeof value.id === 'number' && isRecord(value.task)
}
