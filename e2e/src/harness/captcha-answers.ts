import { createHash } from 'node:crypto'
import { openDatabase } from './open-database.ts'
import type { Product } from './product.ts'

const ANSWER = 'WHEAT7'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * Reads a captcha as a person would. No program can, and the server keeps no more of the answer than a hash: that is replaced
 * by the hash of another one, in the database of the product's own data folder.
 * @param nonce what the server sent beside the picture
 */
export async function answerTo(product: Product, nonce: string): Promise<string> {
  const database = await openDatabase(product.dataDir)
  try {
    const { rowCount } = await database.query('update captcha set answer_hash = $1 where nonce_hash = $2', [
      sha256(`${nonce}:${ANSWER}`),
      sha256(nonce),
    ])
    if (rowCount !== 1) throw new Error('the server knows no such captcha')
  } finally {
    await database.end()
  }
  return ANSWER
}
