// npm run deliver: releases the held deliveries of a restored copy. It works whether or not the program is running.
import { releaseByCommand } from '../modules/delivery/index.ts'
import { systemClock } from '../platform/clock.ts'
import { attachDatabaseServer, connect } from '../platform/db/open-database.ts'
import { loadEnv } from '../platform/env.ts'
import { runCommand } from './run-command.ts'

await runCommand(async () => {
  const env = loadEnv(process.env)
  const options = { dataDir: env.dataDir, database: env.database, onServerLog: () => {}, onPoolError: () => {} }
  const server = await attachDatabaseServer(options)
  const database = connect(server, options)
  try {
    const since = await releaseByCommand({ db: database.runtime, clock: systemClock })
    console.log(
      since
        ? `Messages go to receivers from here on; they were held since ${since.toISOString()}.`
        : 'Nothing is held: messages go to receivers.',
    )
  } finally {
    await database.close()
  }
})
