/** The entry point of the child process that decodes key frames of streams. It answers tasks until its parent disconnects. */
import { AV_LOG_QUIET } from 'node-av/constants'
import { Log } from 'node-av/lib'
import { toRgb } from '../decode/decode-clip.ts'
import { encodeJpeg } from '../decode/decode-still.ts'
import { restrictDecoders } from '../decode/restrict-decoders.ts'
import { greySizeOf } from '../motion/grey-image.ts'
import { decodePicture } from './decode-picture.ts'
import { MotionWatch } from './motion-watch.ts'
import { isWatchMessage, type Look, type StreamPicture, type WatchReply, type WatchTask } from './watch-types.ts'

// Ctrl-C sends SIGINT to the whole process group, but only the parent may decide when work stops.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
process.on('disconnect', () => process.exit(0))

function send(message: WatchReply): void {
  process.send?.(message, undefined, undefined, (error) => {
    if (error) process.exit(0)
  })
}

restrictDecoders()
Log.setLevel(AV_LOG_QUIET)
const watches = new Map<string, MotionWatch>()

process.on('message', (message) => {
  if (isWatchMessage(message)) void answer(message.id, message.task)
})

async function answer(id: number, task: WatchTask): Promise<void> {
  if (task.kind === 'forget') watches.delete(task.stream)
  if (task.kind === 'look') send({ type: 'look', id, look: await look(task) })
  if (task.kind !== 'show') return
  const jpegs: (Uint8Array | null)[] = []
  for (const picture of task.pictures) jpegs.push(await show(picture))
  send({ type: 'show', id, jpegs })
}

async function look({ stream, picture }: Extract<WatchTask, { kind: 'look' }>): Promise<Look> {
  try {
    const grey = decodePicture(picture, (frame, scaler) => {
      const size = greySizeOf(frame)
      return { ...size, data: scaler.toBufferSync(frame, { resize: size, format: 'gray' }) }
    })
    const watch = watches.get(stream) ?? new MotionWatch()
    watches.set(stream, watch)
    return await watch.look(grey)
  } catch {
    return { kind: 'broken' }
  }
}

async function show(picture: StreamPicture): Promise<Uint8Array | null> {
  try {
    return await encodeJpeg(decodePicture(picture, toRgb))
  } catch {
    return null
  }
}

send({ type: 'ready' })
