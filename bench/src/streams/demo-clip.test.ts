import { readFile } from 'node:fs/promises'
import { CLIP_FILE } from '@winnow/testkit'
import { expect, it } from 'vitest'
import { encodeDemoClip } from './encode-demo-clip.ts'

/** Drawing all pictures takes ten seconds on an idle processor. */
const SLOW = 120_000

it(
  "the clip of the demo's stream is what is drawn and encoded for it, and small",
  async () => {
    const stored = await readFile(CLIP_FILE)
    expect(stored.length).toBeLessThan(300_000)
    // Not compared by value: a difference would print both.
    expect(stored.equals(await encodeDemoClip()), 'it is not what `npm run draw:clip` makes').toBe(true)
  },
  SLOW,
)
