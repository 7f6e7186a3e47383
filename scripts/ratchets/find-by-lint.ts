import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Finding } from './compare-counts.ts'

const outputSchema = z.object({
  diagnostics: z.array(
    z.object({
      message: z.string(),
      filename: z.string(),
      labels: z.array(z.object({ span: z.object({ line: z.number() }) })),
    }),
  ),
})

const OXLINT = fileURLToPath(new URL('../../node_modules/.bin/oxlint', import.meta.url))
/** Generated files, and those that the linter ignores. */
const IGNORED = ['**/dist/**', '**/*.generated.ts', '**/*.gen.ts', 'data']

/**
 * The findings of one rule of oxlint in the whole project.
 * @param root the project's folder
 * @throws when oxlint does not run, or does not know the rule
 */
export function findByLint(root: string, rule: string, options: object): Finding[] {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-ratchet-'))
  try {
    const config = join(folder, 'oxlintrc.json')
    writeFileSync(
      config,
      JSON.stringify({ plugins: [], categories: { correctness: 'off' }, rules: { [rule]: ['error', options] } }),
    )
    const ignored = IGNORED.flatMap((pattern) => ['--ignore-pattern', pattern])
    const { stdout, stderr, error } = spawnSync(OXLINT, ['-c', config, '-f', 'json', ...ignored, '.'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    })
    if (error) throw error
    if (!stdout.trimStart().startsWith('{')) throw new Error(`oxlint could not count ${rule}: ${stdout}${stderr}`)
    return outputSchema.parse(JSON.parse(stdout)).diagnostics.map(({ message, filename, labels }) => ({
      file: filename,
      line: labels[0]?.span.line ?? 1,
      message,
    }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
