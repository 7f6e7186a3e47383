/** Entry of cameras whose streams show one drawn clip again and again, to everybody who plays them. Prints their addresses, divided by blanks. */
import { startRtspCamera } from '@winnow/testkit'
import { drawClip, PICTURES_A_SECOND } from './draw-clip.ts'

const clip = await drawClip()
// Each camera is at another picture of the clip: cameras of a real site do not show their key frames at the same moment either.
const cameras = await Promise.all(clip.map(() => startRtspCamera()))
let next = 0
setInterval(() => {
  for (const [place, camera] of cameras.entries()) {
    const picture = clip[(next + place) % clip.length]
    if (picture) camera.show(picture, { ticks: 90_000 / PICTURES_A_SECOND })
  }
  next += 1
}, 1_000 / PICTURES_A_SECOND)
console.log(cameras.map(({ url }) => url).join(' '))
process.on('disconnect', () => process.exit(0))
