import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { LabelledAlarm } from './read-manifest.ts'

/** A line of a manifest: an alarm, the paths of its frames relative to the manifest, and the alarm that it was made from. */
export interface MadeAlarm extends Omit<LabelledAlarm, 'files'> {
  frames: readonly string[]
  source: string
}

const COLUMNS = 'case_id,frames,gap_s,label,class,camera_id,condition,source,licence,minutes'

const quoted = (value: string): string => `"${value.replaceAll('"', '""')}"`

/** Writes `manifest.csv` into a folder, in the format that `readManifest` reads. */
export function writeManifest(folder: string, alarms: readonly MadeAlarm[]): void {
  const lines = alarms.map((alarm) => {
    const { id, frames, gapSeconds, isTrue, camera, condition, source, licence, minutes } = alarm
    const told = [alarm.class, camera, condition, source, licence].map(quoted)
    return [quoted(id), quoted(frames.join(';')), gapSeconds ?? '-', isTrue, ...told, minutes ?? ''].join(',')
  })
  writeFileSync(path.join(folder, 'manifest.csv'), `${[COLUMNS, ...lines].join('\n')}\n`)
}
