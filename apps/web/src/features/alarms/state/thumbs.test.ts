import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildAlarm } from '../testing/alarm-factory.ts'
import { loadThumb } from './thumbs.ts'
import { putAlarm } from './use-alarm.ts'

const SMALL = /\/frame\/1\/image\?prefetch=true&size=thumbnail$/
const FULL = /\/frame\/1\/image\?prefetch=true$/

let requested: string[]
let missing: RegExp

/** A picture of 320 × 180 pixels that cannot be loaded from the addresses in `missing`. */
class FakeImage {
  src = ''
  naturalWidth = 320
  naturalHeight = 180
  decode() {
    requested.push(this.src)
    return missing.test(this.src) ? Promise.reject(new Error('not found')) : Promise.resolve()
  }
}

const alarm = buildAlarm(1)
const cut = vi.fn<typeof createImageBitmap>()

function load() {
  const queries = new QueryClient()
  putAlarm(queries, alarm)
  return loadThumb(queries, alarm)
}

beforeEach(() => {
  requested = []
  missing = /^$/
  cut.mockReset().mockResolvedValue({ width: 160, height: 104, close: () => undefined })
  vi.stubGlobal('Image', FakeImage)
  vi.stubGlobal('createImageBitmap', cut)
})
afterEach(() => void vi.unstubAllGlobals())

describe('the thumbnail of an alarm', () => {
  test('comes from the small copy of the picture that the alarm opens with', async () => {
    await load()
    expect(requested).toEqual([expect.stringMatching(SMALL)])
  })

  test('comes from the picture itself if there is no small copy', async () => {
    missing = /size=thumbnail/
    expect(await load()).toBeDefined()
    expect(requested).toEqual([expect.stringMatching(SMALL), expect.stringMatching(FULL)])
  })

  test('fails if neither can be loaded', async () => {
    missing = /image/
    await expect(load()).rejects.toThrow('not found')
  })

  test.each([
    [1, 80],
    [1.5, 160],
    [3, 240],
    [4, 240],
  ])('has the pixels that a screen of density %d shows', async (density, width) => {
    vi.stubGlobal('devicePixelRatio', density)
    await load()
    expect(cut.mock.calls[0]?.at(-1)).toMatchObject({ resizeWidth: width, resizeHeight: (width * 52) / 80 })
  })
})
