/**
 * Draws labelled alarms of scenes that are rare in real footage. npm run draw -- --out FOLDER [--each 60] [--frames 3]
 * [--thin | --sequences] Draws families of false alarms, each with and without a person in it; with `--thin`, the
 * conditions of which real footage has the least. With `--sequences`, sequences of alarms of one camera, in which an
 * object appears in alarm after alarm, people come near it, and it leaves. The folder gets the frames and a
 * `manifest.csv` that `npm run evaluate` reads. Equal options draw equal pictures.
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { drawFamilies } from './draw-families.ts'
import { drawSequences } from './draw-sequences.ts'
import { createDrawnFiles } from './drawn-files.ts'

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    each: { type: 'string', default: '60' },
    frames: { type: 'string', default: '3' },
    thin: { type: 'boolean', default: false },
    sequences: { type: 'boolean', default: false },
  },
})
const [each, frames] = [Number(values.each), Number(values.frames)]
if (values.out === undefined || !Number.isInteger(each) || !Number.isInteger(frames) || each < 1 || frames < 1) {
  process.stderr.write('usage: npm run draw -- --out FOLDER [--each 60] [--frames 3] [--thin | --sequences]\n')
  process.exit(1)
}
const files = createDrawnFiles(path.resolve(values.out))
await (values.sequences
  ? drawSequences(files, each, frames)
  : drawFamilies(files, each, { frames, isThin: values.thin }))
files.finish()
