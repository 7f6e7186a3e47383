import { join } from 'node:path'
import { readNonce } from '@winnow/server/src/modules/identity/captcha/captcha-challenges.ts'
import { loadKeyRing } from '@winnow/server/src/platform/crypto/key-ring.ts'
import type { Product } from './product.ts'

/**
 * Answers a captcha in place of a person. It decrypts the nonce with the key in the product's data folder, because a program cannot read
 * the picture.
 * @param nonce what the server sent beside the picture
 */
export async function answerTo(product: Product, nonce: string): Promise<string> {
  const note = readNonce(await loadKeyRing(join(product.dataDir, 'secret.key'), { create: false }), nonce)
  if (!note) throw new Error('the server drew no such captcha')
  return note.text
}
