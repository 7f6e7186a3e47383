// npm run new -- KIND NAME [LANGUAGE=TITLE …]: creates the files of a new part, which works and passes all checks.
// docs/adding.md
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createDraft } from './new/draft.ts'
import { GENERATORS } from './new/generate.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [kind = '', name = '', ...titles] = process.argv.slice(2)
const generator = GENERATORS[kind]

if (!generator || name === '') {
  console.error('npm run new -- KIND NAME [LANGUAGE=TITLE …]')
  for (const [each, { makes, example }] of Object.entries(GENERATORS))
    console.error(`  ${`${each} ${example}`.padEnd(24)} ${makes}`)
  console.error('Screens, tabs and receivers have a title in every language: en="Holidays" de="Feiertage" …')
  process.exitCode = 2
} else {
  try {
    write(generator.generate, Object.fromEntries(titles.map((title) => title.split(/=(.*)/s, 2))))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}

function write(generate: (typeof GENERATORS)[string]['generate'], named: Record<string, string>): void {
  const draft = createDraft((file) =>
    existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined,
  )
  const left = generate(draft, name, named)
  for (const [file, { text, isNew }] of draft.changes()) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
    console.log(`${isNew ? 'new    ' : 'changed'} ${file}`)
  }
  run(join(root, 'node_modules/.bin/oxfmt'), [...draft.changes().keys()])
  if ([...draft.changes().keys()].some((file) => file.startsWith('packages/contract/'))) {
    run(process.execPath, ['scripts/openapi.ts'])
    console.log('changed docs/openapi.json')
  }
  console.log(['', 'It works and passes npm run check. What is left:', ...left.map((line) => `- ${line}`)].join('\n'))
}

function run(command: string, args: string[]): void {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} failed:\n${stdout}${stderr}`)
}
