/**
 * Makes sequences of alarms out of labelled alarms, to measure the memory of a camera on real pictures.
 *
 *   npm run stories -- --manifest ALARMS.csv [--standing STATIC.csv] [--each 4] --out FOLDER
 *   npm run evaluate -- --sequences FOLDER/manifest.csv
 *
 * The scene of an alarm is repeated without motion, in other light and with new noise. Then the original alarm with motion follows, and
 * other alarms of its camera. `--each` is the number of alarms used per camera. `--standing` names alarms in which nothing moves.
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readManifest } from './read-manifest.ts'
import { subjectsOf } from './stories.ts'
import { writeStories } from './write-stories.ts'

const { values } = parseArgs({
  options: {
    manifest: { type: 'string' },
    standing: { type: 'string' },
    each: { type: 'string', default: '4' },
    out: { type: 'string' },
  },
})
const most = Number(values.each)
if (values.manifest === undefined || values.out === undefined || !Number.isInteger(most) || most < 2) {
  process.stderr.write('usage: npm run stories -- --manifest FILE.csv [--standing FILE.csv] [--each 4] --out FOLDER\n')
  process.exit(1)
}
const alarms = readManifest(values.manifest)
const standing = values.standing === undefined ? [] : readManifest(values.standing)
const folder = path.resolve(values.out)
const count = await writeStories(folder, subjectsOf(alarms, standing, most), alarms)
process.stdout.write(`${count} alarms in ${folder}\n`)
