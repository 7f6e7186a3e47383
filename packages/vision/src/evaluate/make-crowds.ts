/**
 * Makes crowds and full car parks out of labelled alarms, to measure that many objects at once do not lower the evidence.
 *
 *   npm run crowds -- --manifest ALARMS.csv --out FOLDER
 *   npm run evaluate -- --manifest FOLDER/manifest.csv
 *
 * The pictures of each true alarm are repeated 9 and 25 times in a square grid.
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readManifest } from './read-manifest.ts'
import { writeCrowds } from './write-crowds.ts'

const { values } = parseArgs({ options: { manifest: { type: 'string' }, out: { type: 'string' } } })
if (values.manifest === undefined || values.out === undefined) {
  process.stderr.write('usage: npm run crowds -- --manifest FILE.csv --out FOLDER\n')
  process.exit(1)
}
const folder = path.resolve(values.out)
const count = await writeCrowds(folder, readManifest(values.manifest))
process.stdout.write(`${count} alarms in ${folder}\n`)
