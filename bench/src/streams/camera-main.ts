/** Entry of a camera whose stream shows one drawn clip again and again, to everybody who plays it. Prints its address. */
import { startRtspCamera } from '@winnow/testkit'
import { drawClip, PICTURES_A_SECOND } from './draw-clip.ts'

const clip = await drawClip()
const camera = await startRtspCamera()
let next = 0
setInterval(() => {
  const picture = clip[next++ % clip.length]
  if (picture) camera.show(picture, { ticks: 90_000 / PICTURES_A_SECOND })
}, 1_000 / PICTURES_A_SECOND)
console.log(camera.url)
process.on('disconnect', () => process.exit(0))
