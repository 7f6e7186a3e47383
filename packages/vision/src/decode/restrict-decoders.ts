import sharp from 'sharp'

/**
 * For a process that decodes what strangers send: only the loaders of what cameras send stay on (everything else that libvips
 * knows, SVG to PDF, is attack surface), one thread, since a child works on one picture at a time, and no cache.
 */
export function restrictDecoders(): void {
  sharp.concurrency(1)
  sharp.cache(false)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadWebpBuffer',
      'VipsForeignLoadNsgifBuffer',
      'VipsForeignLoadTiffBuffer',
      'VipsForeignLoadHeifBuffer',
    ],
  })
}
