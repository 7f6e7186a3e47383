import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { SceneFrame } from './render-scene.ts'

/** An alarm as a line of a manifest. */
export interface DrawnAlarm {
  id: string
  camera: string
  frames: readonly SceneFrame[]
  /** Milliseconds between the frames. */
  intervalMs: number
  isTrue: boolean
  class: 'person' | 'vehicle' | 'none'
  conditions: readonly string[]
  /** Minutes after the first alarm of the same camera. Only in sequences. */
  minutes?: number
}

const COLUMNS = 'case_id,frames,gap_s,label,class,camera_id,condition,source,licence,minutes'

/** Writes frames and manifest of drawn alarms into a folder. */
export function createDrawnFiles(folder: string): { add(alarm: DrawnAlarm): void; finish(): void } {
  const lines = [COLUMNS]
  mkdirSync(path.join(folder, 'frames'), { recursive: true })
  return {
    add: (alarm) => {
      const files = alarm.frames.map((_unused, index) => `frames/${alarm.id}-${index}.jpg`)
      for (const [index, { jpeg }] of alarm.frames.entries()) writeFileSync(path.join(folder, files[index] ?? ''), jpeg)
      const values = [
        alarm.id,
        files.join(';'),
        alarm.frames.length > 1 ? alarm.intervalMs / 1000 : '-',
        alarm.isTrue,
        alarm.class,
        alarm.camera,
        `"${alarm.conditions.join(',')}"`,
        'drawn',
        'drawn',
        alarm.minutes ?? '',
      ]
      lines.push(values.join(','))
    },
    finish: () => {
      writeFileSync(path.join(folder, 'manifest.csv'), `${lines.join('\n')}\n`)
      process.stdout.write(`${lines.length - 1} alarms in ${folder}\n`)
    },
  }
}
