/** Entry of a trial: gets one pack, has it look several times, says how it went, and is ended by its parent. */
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
