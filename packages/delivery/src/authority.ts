import { X509Certificate } from 'node:crypto'

const BLOCK = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g

/**
 * Certificates of authorities as PEM, also where the line breaks were lost when they were pasted into one line.
 * @returns undefined if the text is anything else
 */
export function readAuthority(text: string): string | undefined {
  const left = text.replaceAll(BLOCK, '').trim()
  const blocks = [...text.matchAll(BLOCK)].map(([, base64 = '']) => base64.replaceAll(/\s/g, ''))
  if (left !== '' || blocks.length === 0) return undefined
  try {
    return blocks.map((base64) => new X509Certificate(Buffer.from(base64, 'base64')).toString()).join('')
  } catch {
    return undefined
  }
}
