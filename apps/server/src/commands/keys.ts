// npm run keys -- rotate: adds a new master key. npm run keys -- reseal: seals every stored secret again with the newest key.
import { MODULES } from '../modules.ts'
import { KeyFileError, loadKeyRing, newestKey, rotateKeyRing } from '../platform/crypto/key-ring.ts'
import { resealColumn } from '../platform/crypto/reseal-column.ts'
import { attachDatabaseServer } from '../platform/db/open-database.ts'
import { createDb, createPool } from '../platform/db/pool.ts'
import { type Env, loadEnv } from '../platform/env.ts'
import { allTables, sealedColumns } from '../platform/modules/tables.ts'
import { StartError } from '../platform/start-error.ts'
import { runCommand } from './run-command.ts'

async function rotate(env: Env): Promise<void> {
  const ring = await rotateKeyRing(env.secretKeyFile)
  console.log(
    `Added the key ${newestKey(ring).id} to ${env.secretKeyFile}; programs on this machine use it from now on.`,
  )
  console.log('Copy the file to every other machine of this installation, then run: npm run keys -- reseal')
}

async function reseal(env: Env): Promise<void> {
  const ring = await loadKeyRing(env.secretKeyFile, { create: false })
  const server = await attachDatabaseServer({ ...env, onServerLog: () => undefined })
  const pool = createPool(server.runtimeUrl, { name: 'winnow keys', maxConnections: 1, onError: () => undefined })
  const db = createDb(pool)
  try {
    let unreadable = 0
    for (const column of sealedColumns(allTables(MODULES.parts))) {
      const result = await resealColumn(db, ring, column)
      console.log(`${column.table}.${column.column}: ${result.resealed} sealed again`)
      for (const id of result.unreadable)
        console.error(`${column.table} ${id}: cannot be opened with the keys in the file`)
      unreadable += result.unreadable.length
    }
    if (unreadable > 0) throw new StartError('Keep the older keys in the file: some secrets could not be sealed again.')
    console.log(
      `All secrets are sealed with the key ${newestKey(ring).id}; the older ones may be taken out of ${env.secretKeyFile}.`,
    )
  } finally {
    await db.destroy()
    await server.stop()
  }
}

await runCommand(async () => {
  const [command] = process.argv.slice(2)
  const env = loadEnv(process.env)
  try {
    if (command === 'rotate') await rotate(env)
    else if (command === 'reseal') await reseal(env)
    else throw new StartError('usage: npm run keys -- rotate | reseal')
  } catch (error) {
    throw error instanceof KeyFileError ? new StartError(error.message, { cause: error }) : error
  }
})
