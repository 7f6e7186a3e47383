/**
 * The entry point of a trial process. It receives one pack, runs it several times and reports the result. The parent process then ends it.
 */
import { checkPack } from './check-pack.ts'
import { PackRefused, type InstalledPack } from './pack-store.ts'

process.on('disconnect', () => process.exit(0))

process.once('message', (pack: InstalledPack) => {
  void (async () => {
    try {
      const { totalMs } = await checkPack(pack)
      process.send?.({ type: 'works', lookMs: totalMs })
    } catch (error) {
      if (!(error instanceof PackRefused)) throw error
      process.send?.({ type: 'refused', problem: error.message })
    }
  })()
})
