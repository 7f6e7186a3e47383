// npm run user -- reset EMAIL: for a super user who has lost the password. Sets a new password and prints it once, ends all sessions of the
// user, and removes the second factor.
import { resetSuperUser } from '../modules/users/index.ts'
import { systemClock } from '../platform/clock.ts'
import { createPasswordHasher } from '../platform/crypto/password-hasher.ts'
import { attachDatabaseServer, connect } from '../platform/db/open-database.ts'
import { loadEnv } from '../platform/env.ts'
import { StartError } from '../platform/start-error.ts'
import { runCommand } from './run-command.ts'

await runCommand(async () => {
  const [command, email] = process.argv.slice(2)
  if (command !== 'reset' || email === undefined) throw new StartError('usage: npm run user -- reset EMAIL')
  const env = loadEnv(process.env)
  const options = { dataDir: env.dataDir, database: env.database, onServerLog: () => {}, onPoolError: () => {} }
  const server = await attachDatabaseServer(options)
  const database = connect(server, options)
  try {
    const deps = { db: database.runtime, hasher: createPasswordHasher(), clock: systemClock }
    const result = await resetSuperUser(deps, email)
    if (!result.ok) throw new StartError(result.reason)
    console.log(`New password of ${result.email}, shown only this once: ${result.password}`)
    console.log(
      'All sessions of this user were ended, and two-factor authentication, if there was one, was taken away.',
    )
  } finally {
    await database.close()
  }
})
