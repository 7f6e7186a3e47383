import { randomBytes } from 'node:crypto'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import { openNote, sealSecret } from '../../platform/crypto/seal-secret.ts'

/** The context in which the key of a panel is sealed. */
export const panelKeyContext = (panelId: string): string => `panel:${panelId}:key`

/** A new key of a panel, as it is typed into it, and sealed. */
export function newPanelKey(keys: KeyRing, panelId: string, bits: number): { key: string; sealed: string } {
  const key = randomBytes(bits / 8)
    .toString('hex')
    .toUpperCase()
  return { key, sealed: sealSecret(keys, key, panelKeyContext(panelId)) }
}

/** Opens a key for each message, so the log does not mask it. Nothing writes it there. */
export const openPanelKey = (keys: KeyRing, panelId: string, sealed: string): Buffer =>
  Buffer.from(openNote(keys, sealed, panelKeyContext(panelId)), 'hex')
