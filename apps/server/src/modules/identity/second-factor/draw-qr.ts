import sharp from 'sharp'
import { renderSVG } from 'uqr'

/** Pixels per module: large enough for a phone at arm's length, and sharp on high-density screens. */
const MODULE = 8
/** Modules of empty space around a code. Scanners expect four. */
const QUIET_ZONE = 4

/**
 * Draws a text as a QR code.
 * @returns a PNG, black on white in every theme, because scanners cannot read other colours reliably
 */
export async function drawQr(text: string): Promise<Buffer> {
  const svg = renderSVG(text, { ecc: 'M', border: QUIET_ZONE, pixelSize: MODULE })
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 2 }).toBuffer()
}
