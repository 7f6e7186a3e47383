import { readFile } from 'node:fs/promises'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'

/** Kills the PostgreSQL of a data folder, postmaster first, as when the machine runs out of memory. */
export async function killDatabase(dataDir: string): Promise<void> {
  for await (const file of glob('postgres/**/postmaster.pid', { cwd: dataDir })) {
    const pid = Number((await readFile(join(dataDir, file), 'utf8')).split('\n')[0])
    if (!Number.isInteger(pid) || pid <= 1) continue
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      // The database has already ended.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
    }
  }
}
