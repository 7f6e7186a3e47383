import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../../test/seeded-random.ts'
import { drawCaptcha, type Random } from './draw-captcha.ts'
import { GLYPHS } from './glyphs.ts'

const seeded = (seed: number): Random => {
  const next = seededRandom(seed)
  return (min, max) => min + next() * (max - min)
}

/** The share of dark pixels in each sixth of the picture's width. */
async function inkOf(picture: Buffer): Promise<number[]> {
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true })
  const dark = Array.from({ length: 6 }, () => 0)
  for (let at = 0; at < data.length; at += info.channels) {
    const column = Math.floor((((at / info.channels) % info.width) * 6) / info.width)
    if ((data[at] ?? 255) < 128) dark[column] = (dark[column] ?? 0) + 1
  }
  return dark.map((count) => count / (data.length / info.channels / 6))
}

describe('the picture of a captcha', () => {
  it('has a letter in each sixth of its width, for several random seeds', async () => {
    for (let seed = 0; seed < 20; seed++) {
      const letters = Object.keys(GLYPHS)
      const text = Array.from({ length: 6 }, (_none, index) => letters[(seed * 6 + index) % letters.length]).join('')
      for (const share of await inkOf(await drawCaptcha(text, seeded(seed)))) {
        expect(share).toBeGreaterThan(0.04)
        expect(share).toBeLessThan(0.6)
      }
    }
  })

  it('differs between random seeds, and is the same for the same seed', async () => {
    const [one, two] = [await drawCaptcha('ACEFHJ', seeded(1)), await drawCaptcha('ACEFHJ', seeded(2))]
    expect(one.equals(two)).toBe(false)
    expect(one.equals(await drawCaptcha('ACEFHJ', seeded(1)))).toBe(true)
  })

  it('contains no characters that look alike, and not its answer as text', async () => {
    for (const lookalike of '01258BDGIOQSVZ') expect(Object.keys(GLYPHS)).not.toContain(lookalike)
    expect((await drawCaptcha('ACEFHJ', seeded(1))).toString('latin1')).not.toContain('ACEFHJ')
  })
})
