import { once } from 'node:events'
import { endWithWords, outliveReaders, watchForEnd } from './last-words.ts'
import { createLogger } from './platform/log.ts'

// A program that follows the commands of its parent process and ends in the same ways as the real program.
outliveReaders()
const log = createLogger({ level: 'info' })
const stay = setInterval(() => undefined, 60_000)
process.on('message', (what) => {
  if (what === 'throw') throw new Error('a bug')
  if (what === 'reject') void Promise.reject(new Error('a forgotten promise'))
  if (what === 'exit') process.exit(3)
  if (what === 'write') {
    process.stdout.write('to nobody\n')
    process.stderr.write('to nobody\n')
    setImmediate(() => process.send?.('alive'))
  }
})
const watch = watchForEnd()
if (process.argv[2] === 'slowly') {
  process.send?.('starting')
  await once(process, 'message')
}
const program = {
  log,
  async stop() {
    clearInterval(stay)
    log.info('everything was put away')
  },
}
endWithWords(program, watch)
process.send?.('up')
