// npm run restore -- DIR: restores a backup into the empty installation that WINNOW_DATA or DATABASE_URL names.
import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { checkBackup, restoreBackup } from '../platform/backup/restore-backup.ts'
import { attachDatabaseServer } from '../platform/db/open-database.ts'
import { loadEnv } from '../platform/env.ts'
import { openMedia } from '../platform/media/open-media.ts'
import { StartError } from '../platform/start-error.ts'
import { runCommand } from './run-command.ts'

await runCommand(async () => {
  const [given] = process.argv.slice(2)
  if (given === undefined) throw new StartError('usage: npm run restore -- DIR')
  const dir = resolve(process.env['INIT_CWD'] ?? process.cwd(), given)
  const env = loadEnv(process.env)
  const manifest = await checkBackup(dir)
  await mkdir(env.dataDir, { recursive: true })
  const media = await openMedia(env)
  const server = await attachDatabaseServer({ ...env, onServerLog: () => undefined })
  try {
    const { runtimeUrl, ownerUrl } = server
    await restoreBackup({ runtimeUrl, ownerUrl, media, secretKeyFile: env.secretKeyFile }, dir, manifest)
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(
      `Restored the backup of ${manifest.createdAt}: ${rows} rows, ${manifest.media?.files ?? 0} media files.`,
    )
    console.log('Start Winnow as usual; it brings the database up to date.')
    console.log(
      'This is a restored copy: nothing is sent to receivers until a super user says so on Home, or "npm run deliver".',
    )
  } finally {
    await server.stop()
    media.close()
  }
})
