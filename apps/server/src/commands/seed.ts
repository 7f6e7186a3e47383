// npm run seed -- --scenario NAME [--seed WORD] [--beside-others]: fills the configured database with a company of a known size.
import { mkdir } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { SCENARIOS, type ScenarioName } from '@winnow/testkit'
import { systemClock } from '../platform/clock.ts'
import { createPasswordHasher } from '../platform/crypto/password-hasher.ts'
import { openDatabase } from '../platform/db/open-database.ts'
import { loadEnv } from '../platform/env.ts'
import { StartError } from '../platform/start-error.ts'
import { runCommand } from './run-command.ts'
import { seedScenario } from './seed/seed-scenario.ts'

const USAGE = `usage: npm run seed -- --scenario ${Object.keys(SCENARIOS).join('|')} [--seed WORD] [--beside-others]`
const isScenario = (name: string | undefined): name is ScenarioName =>
  name !== undefined && Object.hasOwn(SCENARIOS, name)

/** Prints the progress in a line that is overwritten. Without a terminal, it prints a new line now and then. */
function showProgress(total: number): (written: number) => void {
  let shown = 0
  return (written) => {
    const percent = Math.floor((written / total) * 100)
    if (percent === shown || (!process.stdout.isTTY && percent < shown + 10)) return
    shown = percent
    const text = `${written.toLocaleString('en')} of ${total.toLocaleString('en')} cameras, ${percent} %`
    if (process.stdout.isTTY) process.stdout.write(`\r${text} ${percent === 100 ? '\n' : ''}`)
    else console.log(text)
  }
}

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      scenario: { type: 'string' },
      seed: { type: 'string', default: 'winnow' },
      'beside-others': { type: 'boolean', default: false },
    },
  })
  const { scenario: name, seed } = values
  if (!isScenario(name) || !/^[\w-]{1,40}$/.test(seed)) throw new StartError(USAGE)
  const env = loadEnv(process.env)
  await mkdir(env.dataDir, { recursive: true })
  const database = await openDatabase({ ...env, onServerLog: () => {}, onPoolError: () => {} })
  try {
    const size = SCENARIOS[name]
    const began = performance.now()
    const { accounts } = await seedScenario(
      {
        db: database.runtime,
        hasher: createPasswordHasher(),
        now: systemClock.now(),
        onCameras: showProgress(size.cameras),
      },
      { name, size, seed },
      { beside: values['beside-others'] },
    )
    // Freshly filled tables have no statistics, so the first queries would get bad plans.
    await database.ownerPool.query('vacuum (analyze) project, site, view, client_group_member')
    console.log(`Made in ${((performance.now() - began) / 1000).toFixed(0)} s. Passwords, shown only this once:`)
    for (const { label, email, password } of accounts) console.log(`  ${label}: ${email}  ${password}`)
  } finally {
    await database.close()
  }
})
