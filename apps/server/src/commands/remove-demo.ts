// npm run demo:remove — deletes the demo company with all its data: accounts, tree, alarms, pictures.
import { MODULES } from '../modules.ts'
import { removeDemo } from '../modules/demo/index.ts'
import { attachDatabaseServer, connect } from '../platform/db/open-database.ts'
import { loadEnv } from '../platform/env.ts'
import { openMedia } from '../platform/media/open-media.ts'
import { allTables } from '../platform/modules/tables.ts'
import { runCommand } from './run-command.ts'

await runCommand(async () => {
  const env = loadEnv(process.env)
  const options = { dataDir: env.dataDir, database: env.database, onServerLog: () => {}, onPoolError: () => {} }
  const server = await attachDatabaseServer(options)
  const database = connect(server, options)
  const media = await openMedia(env)
  try {
    const removed = await removeDemo(database.runtime, media, allTables(MODULES.parts))
    console.log(
      removed
        ? 'The demo is gone. Set WINNOW_DEMO=off so that the simulator is not looked for.'
        : 'There is no demo here.',
    )
  } finally {
    media.close()
    await database.close()
  }
})
