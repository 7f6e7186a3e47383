// npm run guides -- list | set PAGE FILE-OR-ADDRESS | on PAGE | off PAGE | remove PAGE: the videos that explain pages of the console.
import { resolve } from 'node:path'
import { guideCommand } from '../modules/guides/index.ts'
import { attachDatabaseServer, connect } from '../platform/db/open-database.ts'
import { loadEnv } from '../platform/env.ts'
import { openMedia } from '../platform/media/open-media.ts'
import { runCommand } from './run-command.ts'

await runCommand(async () => {
  const env = loadEnv(process.env)
  const options = { dataDir: env.dataDir, database: env.database, onServerLog: () => {}, onPoolError: () => {} }
  const media = await openMedia(env)
  const database = connect(await attachDatabaseServer(options), options)
  try {
    const lines = await guideCommand(process.argv.slice(2), {
      db: database.runtime,
      media,
      hosts: env.guideHosts,
      // npm runs commands in the project's folder. The given file is relative to the folder where the command was typed.
      pathOf: (file) => resolve(process.env['INIT_CWD'] ?? process.cwd(), file),
    })
    for (const line of lines) console.log(line)
  } finally {
    await database.close()
    media.close()
  }
})
