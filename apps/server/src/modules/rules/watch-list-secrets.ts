import { createHmac, randomBytes } from 'node:crypto'
import { quickHmac } from '../../platform/crypto/quick-hmac.ts'
import { keptTexts, plateSkeleton, type NearTexts } from '@winnow/domain'
import { deriveKey, newestKey, type KeyRing } from '../../platform/crypto/key-ring.ts'
import { openNote, sealSecret } from '../../platform/crypto/seal-secret.ts'

/** The contexts in which the key of a list and the text of a plate are sealed. */
export const watchListContext = (listId: string): string => `watch-list:${listId}:key`
export const watchPlateContext = (plateId: string): string => `watch-plate:${plateId}`

const KEY_BYTES = 32

/** A new key of a list, sealed. Plates are found by numbers that nobody can make without it. */
export const newListKey = (keys: KeyRing, listId: string): string =>
  sealSecret(keys, randomBytes(KEY_BYTES).toString('base64url'), watchListContext(listId))

export const openListKey = (keys: KeyRing, listId: string, sealed: string): Buffer =>
  Buffer.from(openNote(keys, sealed, watchListContext(listId)), 'base64url')

/** What is sealed of a plate. */
export interface PlateContent {
  plate: string
  note: string
}

export const sealPlate = (keys: KeyRing, plateId: string, content: PlateContent): string =>
  sealSecret(keys, JSON.stringify(content), watchPlateContext(plateId))

/** Opened plates are many, so the log does not mask them one by one. Nothing writes them to it. */
export function openPlate(keys: KeyRing, plateId: string, sealed: string): PlateContent {
  const { plate, note } = JSON.parse(openNote(keys, sealed, watchPlateContext(plateId))) as PlateContent
  return { plate, note }
}

/** The number by which a plate is found: the same for plates whose characters look alike. As text, since it has 64 bits. */
export const lookupNumber = (key: Buffer, skeleton: string): string =>
  quickHmac(key, skeleton).readBigInt64BE(0).toString()

export const lookupNumberOf = (key: Buffer, plate: string): string => lookupNumber(key, plateSkeleton(plate))

/** The numbers by which a plate is found where one character differs. */
interface NearNumbers {
  outside: string[][]
  near: string[]
}

export const nearNumbers = (key: Buffer, { outside, near }: NearTexts): NearNumbers => ({
  outside: outside.map((texts) => texts.map((text) => lookupNumber(key, `%${text}`))),
  near: near.map((text) => lookupNumber(key, `~${text}`)),
})

/** All numbers of a listed plate. */
export const plateNumbers = (key: Buffer, plate: string) => {
  const { outside, near } = nearNumbers(key, keptTexts(plate))
  const [first = '0', middle = '0', last = '0'] = outside.flat()
  return { lookup: lookupNumberOf(key, plate), first, middle, last, near }
}

/** Makes the numbers by which the memory of a camera's rules knows plates again. A new master key changes them, and so ends timeouts of plates. */
export function plateNumber(keys: KeyRing): (plate: string) => string {
  const key = deriveKey(newestKey(keys), 'rule-memory')
  return (plate) => createHmac('sha256', key).update(plate).digest('base64url').slice(0, 11)
}
