import { sniffMedia } from '@winnow/intake'
import sharp from 'sharp'
import { AppError } from '../../platform/http/app-error.ts'

/** The side of the square that a logo must fit into, in pixels. */
const LOGO_SIZE = 512
const MAX_PIXELS = 16_000_000
/** The time that decoding may take, in seconds. A picture that takes longer is treated as a denial-of-service attempt. */
const DECODE_SECONDS = 5

const RASTER = new Set(['image/png', 'image/jpeg', 'image/webp'])

const refuse = (message: string): AppError =>
  new AppError('UNSUPPORTED_MEDIA', message, { fields: [{ field: 'image', message }] })

/**
 * Re-encodes an uploaded logo as a plain PNG of at most {@link LOGO_SIZE} a side. Anything else in the file (scripts, metadata, a second
 * format) is dropped. SVG is refused, since rendering it executes its content.
 * @throws AppError UNSUPPORTED_MEDIA, TOO_LARGE
 */
export async function redrawLogo(bytes: Uint8Array): Promise<Buffer> {
  const options = { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1, autoOrient: true } as const
  // Checked by the first bytes before any decoder runs. Only these three formats are ever decoded.
  if (!RASTER.has(sniffMedia(bytes) ?? '')) throw refuse('Send the logo as a PNG, JPEG or WebP.')
  try {
    const meta = await sharp(bytes, { ...options, limitInputPixels: false }).metadata()
    if (meta.width * meta.height > MAX_PIXELS)
      throw new AppError('TOO_LARGE', `A logo may have at most ${MAX_PIXELS / 1e6} million pixels`)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw refuse('This is not a picture that can be read. Send a PNG, JPEG or WebP.')
  }
  try {
    return await sharp(bytes, options)
      .timeout({ seconds: DECODE_SECONDS })
      .resize({ width: LOGO_SIZE, height: LOGO_SIZE, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png({ compressionLevel: 9 })
      .toBuffer()
  } catch {
    throw refuse('The picture is damaged. Save it anew as a PNG and try again.')
  }
}
