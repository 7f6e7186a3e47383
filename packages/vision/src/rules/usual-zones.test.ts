import { describe, expect, test } from 'vitest'
import type { GreyImage } from '../motion/grey-image.ts'
import type { RememberedZone } from './remembered-zone.ts'
import { compareZones, MAX_ZONES } from './usual-zones.ts'

const START = Date.parse('2026-05-01T08:00:00Z')
const DOOR = {
  id: 'rule/0',
  points: [
    [0.4, 0.4],
    [0.6, 0.4],
    [0.6, 0.8],
    [0.4, 0.8],
  ] as [number, number][],
}

/** Draws a wall with a door of another shade, and something before it. */
function scene({ blocked = false, gain = 1, shift = 0, beside = false } = {}): GreyImage {
  const [width, height] = [160, 90]
  const data = Float32Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [(at % width) / width, Math.floor(at / width) / height]
    let level = 110 + 25 * Math.sin(x * 40) * Math.cos(y * 23)
    if (x > 0.42 && x < 0.58 && y > 0.42) level = 80
    if (blocked && x > 0.43 && x < 0.57 && y > 0.55 && y < 0.78) level = 190
    if (beside && x > 0.8 && y > 0.5) level = 200
    return Math.min(255, Math.max(0, level * gain + shift))
  })
  return { width, height, data }
}

/** Shows pictures to the memory of one camera. */
function camera(zones = [DOOR]) {
  let remembered: RememberedZone[] = []
  let minutes = 0
  return {
    sees(
      picture: GreyImage | undefined,
      { light = 'colour', after = 5 }: { light?: 'colour' | 'grey'; after?: number } = {},
    ) {
      minutes += after
      const compared = compareZones(zones, remembered, {
        scene: picture,
        light,
        now: new Date(START + minutes * 60_000),
      })
      ;({ remembered } = compared)
      return compared.facts.map(({ differs }) => differs)
    },
    bytes: () => JSON.stringify(remembered).length,
  }
}

describe('a zone', () => {
  test('cannot be compared until three alarms agreed, and then differs where something stands in it', () => {
    const one = camera()
    expect([one.sees(scene()), one.sees(scene()), one.sees(scene())]).toEqual([[null], [null], [null]])
    expect(one.sees(scene())).toEqual([false])
    expect(one.sees(scene({ blocked: true }))).toEqual([true])
    expect(one.sees(scene())).toEqual([false])
  })

  test('does not differ in other light of the same kind, or by what stands beside it', () => {
    const one = camera()
    for (let look = 0; look < 3; look += 1) one.sees(scene())
    expect(one.sees(scene({ gain: 0.6 }))).toEqual([false])
    expect(one.sees(scene({ gain: 1.2, shift: 25 }))).toEqual([false])
    expect(one.sees(scene({ beside: true }))).toEqual([false])
    expect(one.sees(scene({ blocked: true, gain: 0.6 }))).toEqual([true])
  })

  test('has its own usual picture at night, and none without pictures', () => {
    const one = camera()
    for (let look = 0; look < 3; look += 1) one.sees(scene())
    expect(one.sees(scene({ gain: 0.7 }), { light: 'grey' })).toEqual([null])
    expect(one.sees(undefined)).toEqual([null])
    expect(one.sees(scene())).toEqual([false])
  })

  test('alarms of one event count once, and what stays for half a day becomes usual', () => {
    const hasty = camera()
    for (let look = 0; look < 5; look += 1) expect(hasty.sees(scene(), { after: 0.1 })).toEqual([null])
    const one = camera()
    for (let look = 0; look < 3; look += 1) one.sees(scene())
    for (let hour = 0; hour < 13; hour += 1) one.sees(scene({ blocked: true }), { after: 60 })
    expect(one.sees(scene({ blocked: true }))).toEqual([false])
    expect(one.sees(scene())).toEqual([true])
  })

  test('is learnt anew when it is drawn anew, and the memory stays small', () => {
    const zones = Array.from({ length: 40 }, (_, index) => ({ ...DOOR, id: `rule/${index}` }))
    const many = camera(zones)
    for (let look = 0; look < 4; look += 1) {
      many.sees(scene())
      many.sees(scene({ blocked: true }), { light: 'grey' })
    }
    expect(many.sees(scene()).filter((differs) => differs !== null)).toHaveLength(MAX_ZONES)
    expect(many.bytes()).toBeLessThan(20_000)
    const known = compareZones([DOOR], [], { scene: scene(), light: 'colour', now: new Date(START) }).remembered
    const redrawn = { ...DOOR, points: [...DOOR.points, [0.4, 0.6] as [number, number]] }
    const [next] = compareZones([redrawn], known, {
      scene: scene(),
      light: 'colour',
      now: new Date(START + 1e6),
    }).remembered
    expect(next?.usual.colour?.other?.alarms).toBe(1)
  })
})
