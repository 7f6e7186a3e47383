import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { renderScene, type SceneKind } from '@winnow/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** Starting and analysing eight small pictures takes some seconds on a busy processor. */
const SLOW = 120_000
const COMMAND = path.join(import.meta.dirname, 'evaluate.ts')
const run = promisify(execFile)

let folder: string
let manifest: string

/** Draws the pictures of an alarm, writes them, and returns their names. */
async function draw(kind: SceneKind, seed: number): Promise<string> {
  const frames = await renderScene({ kind, seed, camera: 2, frames: 2, width: 640, height: 360 })
  const names = frames.map((_, index) => `${kind}-${seed}-${index}.jpg`)
  for (const [index, { jpeg }] of frames.entries()) await writeFile(path.join(folder, names[index] ?? ''), jpeg)
  return names.join(';')
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'winnow-evaluate-'))
  manifest = path.join(folder, 'manifest.csv')
  const lines = [
    'case_id,frames,gap_s,label,class,camera_id,condition,source,licence',
    `walks,${await draw('person-walking', 2)},1,true,person,yard,day,drawn,`,
    `passes,${await draw('car-passing', 2)},1,true,vehicle,road,day,drawn,`,
    `quiet,${await draw('empty', 2)},1,false,none,yard,day,drawn,`,
    // Labelled wrongly, so that no figure is 100 %.
    `nobody,${await draw('empty', 3)},1,true,person,road,"day, wind",drawn,`,
  ]
  await writeFile(manifest, `${lines.join('\n')}\n`)
}, SLOW)
afterAll(() => rm(folder, { recursive: true }))

describe('npm run evaluate', { timeout: SLOW }, () => {
  test('prints the figures of a manifest, lists the errors and writes the report', async () => {
    const report = path.join(folder, 'report')
    // A command that fails rejects, so its exit code was 0.
    const options = ['--manifest', manifest, '--packs', 'builtin', '--report', report, '--wrong']
    const { stdout, stderr } = await run(process.execPath, [COMMAND, ...options])
    expect(stderr).toBe('')
    const lines = stdout.split('\n')
    expect(lines).toContain('models: centernet 2')
    expect(lines).toContain(`${manifest}: 4 alarms of 2 cameras, 8 frames`)
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}recall +66\.7 % \(2 of 3; /))
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}reduction +100(\.0)? % \(1 of 1; /))
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}unverified 0$/))
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}missed nobody \(person, day, wind\) evidence 0\.\d{3}: /))
    // Each group with both true and false alarms has a curve, below its heading.
    expect(lines).toContainEqual(
      expect.stringMatching(/^ {2}by number of frames +area +@0\.90 +@0\.95 +@0\.97 +@0\.99$/),
    )
    expect(lines).toContainEqual(expect.stringMatching(/^ {4}several +4 +[01]\.\d{4}( +[\d.]+){4} {2}recall 66\.7 %/))
    expect(lines).toContainEqual(expect.stringMatching(/^ {4}yard +2 +1\.0000( +100\.0){4} {2}recall 100/))
    expect(lines).toContainEqual(expect.stringMatching(/^ {4}road +2( +–){5} {2}recall 50/))
    expect(stdout).not.toMatch(/missed (walks|passes)|passed quiet/)
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}ms a frame: decode [\d.]+, .*, total [\d.]+$/))
    expect(lines).toContain(`report: ${path.join(report, 'index.html')}`)
    const html = await readFile(path.join(report, 'index.html'), 'utf8')
    expect(html).toMatch(/all alarms<\/th><td>4<\/td><td>66\.7 % \(2 of 3; /)
    // Only the wrongly judged case is shown, with its two pictures.
    expect(html.match(/<h3>[^<]*/g)).toEqual(['<h3>nobody'])
    expect(html.match(/src="data:image\/jpeg;base64,/g)).toHaveLength(2)
  })

  test('fails with the reason for an invalid manifest', async () => {
    const text = path.join(folder, 'notes.csv')
    await writeFile(text, 'who,when\nme,now\n')
    await expect(run(process.execPath, [COMMAND, '--manifest', text, '--packs', 'builtin'])).rejects.toMatchObject({
      code: 1,
      stderr: `${text} has no column case_id\n`,
    })
  })
})
