/** Draws and encodes the clip that the demo's stream shows, and writes it to its place: `npm run draw:clip`. */
import { writeFile } from 'node:fs/promises'
import { CLIP_FILE } from '@winnow/testkit'
import { encodeDemoClip } from './encode-demo-clip.ts'

const clip = await encodeDemoClip()
await writeFile(CLIP_FILE, clip)
console.log(`${clip.length} bytes`)
