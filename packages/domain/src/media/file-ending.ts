const ENDINGS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/bmp': 'bmp',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/x-msvideo': 'avi',
  'video/x-matroska': 'mkv',
}

/**
 * Returns the file extension for a content type, without the dot. It is `bin` for all other types, so that no program opens the file by a
 * click.
 */
export const fileEnding = (mediaType: string): string => ENDINGS[mediaType] ?? 'bin'
