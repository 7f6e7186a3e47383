// npm run migration -- new NAME creates the file of a new migration. npm run migration -- rename [BRANCH] renames this branch's migrations
// if a later one was added meanwhile to main or to BRANCH. A database refuses a migration that sorts before one that it has already run.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nameMigration, renameMigrations } from '../apps/server/src/platform/db/name-migration.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const FOLDER = 'apps/server/src/platform/db/migrations'
const folder = join(root, FOLDER)
const here = readdirSync(folder).filter((name) => name.endsWith('.sql'))

const [command, name = 'main'] = process.argv.slice(2)
if (command === 'new' && process.argv.length > 3 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) {
  const file = nameMigration(name, here, new Date())
  writeFileSync(join(folder, file), '', { flag: 'wx' })
  console.log(`Made ${FOLDER}/${file}. When it is written: npm run db:types`)
} else if (command === 'rename') rename(name)
else {
  console.error('npm run migration -- new NAME (words with hyphens), or rename [BRANCH]')
  process.exitCode = 2
}

function rename(branch: string): void {
  const listed = git('ls-tree', '-r', '--name-only', branch, '--', FOLDER)
  const others = listed.map((file) => basename(file)).filter((file) => file.endsWith('.sql'))
  const own = here.filter((file) => !others.includes(file))
  const renames = renameMigrations(own, others, new Date())
  for (const { from, to } of renames) {
    if (existsSync(join(folder, to))) throw new Error(`${to} is there already`)
    renameSync(join(folder, from), join(folder, to))
    console.log(`${from} → ${to}`)
  }
  if (renames.length === 0) console.log(`The migrations of this branch come after those of ${branch}.`)
  else console.log('A database that ran them under their old names is made anew: remove its data folder.')
}

function git(...args: string[]): string[] {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
}
