import { linear, mix, scale } from '../geometry/vec.ts'
import type { Vec3 } from '../geometry/vec.ts'
import type { Random } from '../random.ts'

/** A person's appearance: build and clothes. Colours are linear light. */
export interface Outfit {
  tall: number
  broad: number
  skin: Vec3
  hair: Vec3
  hairStyle: 'short' | 'long' | 'cap' | 'hood'
  top: Vec3
  topStyle: 'plain' | 'striped' | 'jacket' | 'vest'
  shortSleeves: boolean
  trousers: Vec3
  shoes: Vec3
  bag: 'none' | 'backpack' | 'handbag'
  bagColour: Vec3
}

/** Makes a colour duller and darker, as cloth outdoors is, compared with its colour on a screen. */
const worn = (colour: Vec3): Vec3 => {
  const grey = 0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2]
  return scale(mix(colour, [grey, grey, grey], 0.25), 0.8)
}

const SKIN = ['#e0b191', '#c98f6b', '#a87150', '#7d5238', '#edc5a6'].map(linear)
const HAIR = ['#2a211c', '#4a3526', '#15120f', '#6f5a43', '#8b8a86'].map(linear)
const TOPS = [
  '#9c2f2b',
  '#27456f',
  '#2f5d4a',
  '#b9b6ae',
  '#3a3b40',
  '#b48a3c',
  '#6a7f9c',
  '#7a3f63',
  '#1d2230',
  '#31404f',
]
  .map(linear)
  .map(worn)
const TROUSERS = ['#26324a', '#1f2125', '#2c2a28', '#35507a', '#2b2e31', '#3f362c'].map(linear)
const SHOES = ['#1a1816', '#e4e2dc', '#4a3a2c', '#30343c'].map(linear)
const BAGS = ['#1c2a22', '#502622', '#22252e', '#5c4a32'].map(linear)

/** Creates the appearance of a person. The same random source gives the same person in every frame. */
export function createOutfit(random: Random): Outfit {
  const topStyle = random.pick([
    'plain',
    'plain',
    'striped',
    'jacket',
    'jacket',
    'jacket',
    'jacket',
    'jacket',
    'striped',
    'vest',
  ] as const)
  return {
    tall: random.range(0.93, 1.05),
    broad: random.range(0.92, 1.12),
    skin: random.pick(SKIN),
    hair: random.pick(HAIR),
    hairStyle: random.pick(['short', 'short', 'long', 'cap', 'hood'] as const),
    top: random.pick(TOPS),
    topStyle,
    shortSleeves: topStyle !== 'jacket' && random.chance(0.4),
    trousers: random.pick(TROUSERS),
    shoes: random.pick(SHOES),
    bag: random.pick(['none', 'none', 'backpack', 'handbag'] as const),
    bagColour: random.pick(BAGS),
  }
}

/** The range of brightness of cloth, skin and hair in near infrared. Dyes that look dark to the eye hardly absorb infrared light. */
const INFRARED = { cloth: [0.16, 0.5], skin: [0.38, 0.5], hair: [0.06, 0.28] } as const

/** The same person in the picture of an infrared camera, in greys that hardly depend on the colours. */
export function inInfrared(outfit: Outfit, random: Random): Outfit {
  const grey = ([low, high]: readonly [number, number]): Vec3 => {
    const level = random.range(low, high)
    return [level, level, level]
  }
  return {
    ...outfit,
    skin: grey(INFRARED.skin),
    hair: grey(INFRARED.hair),
    top: grey(INFRARED.cloth),
    trousers: grey(INFRARED.cloth),
    shoes: grey(INFRARED.cloth),
    bagColour: grey(INFRARED.cloth),
  }
}
