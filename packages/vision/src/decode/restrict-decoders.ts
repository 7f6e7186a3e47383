import sharp from 'sharp'

/**
 * Hardens a process that decodes untrusted files. Only the loaders for camera formats stay enabled, because all other formats that libvips
 * supports, from SVG to PDF, could be used for attacks. Limits libvips to one thread, because the process works on one picture at a time,
 * and disables its cache.
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
