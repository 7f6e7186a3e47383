// npm run backup -- DIR: writes database, media and key of this installation into a new folder. The program may run meanwhile.
import { resolve } from 'node:path'
import { createBackup } from '../platform/backup/create-backup.ts'
import { systemClock } from '../platform/clock.ts'
import { attachDatabaseServer } from '../platform/db/open-database.ts'
import { loadEnv } from '../platform/env.ts'
import { openMedia } from '../platform/media/open-media.ts'
import { StartError } from '../platform/start-error.ts'
import { runCommand } from './run-command.ts'

await runCommand(async () => {
  const [given] = process.argv.slice(2)
  if (given === undefined) throw new StartError('usage: npm run backup -- DIR')
  // npm runs commands in the project's folder. The given folder is relative to the folder where the command was typed.
  const dir = resolve(process.env['INIT_CWD'] ?? process.cwd(), given)
  const env = loadEnv(process.env)
  const media = await openMedia(env)
  const server = await attachDatabaseServer({ ...env, onServerLog: () => undefined })
  try {
    const { ownerUrl } = server
    const source = { ownerUrl, media, secretKeyFile: env.secretKeyFile }
    const manifest = await createBackup(source, dir, () => systemClock.now())
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(
      `Backed up to ${dir}: ${rows} rows of ${manifest.tables.length} tables, ${manifest.media?.files ?? 0} media files (${Math.ceil((manifest.media?.bytes ?? 0) / 1024 / 1024)} MB)${manifest.keySha256 === undefined ? '' : ', the key'}.`,
    )
    if (manifest.keySha256 !== undefined)
      console.log('It holds the key to every stored secret: keep it as safe as the key.')
  } finally {
    await server.stop()
    media.close()
  }
})
