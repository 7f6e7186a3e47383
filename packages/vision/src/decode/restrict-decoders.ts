import sharp from 'sharp'

/**
 * Hardens a process that decodes files from strangers. Only loaders for camera formats stay enabled (everything else that libvips supports,
 * from SVG to PDF, is attack surface). One thread, since a child works on one picture at a time, and no cache.
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
