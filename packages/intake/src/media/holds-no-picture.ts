import type { PackedFile } from '../packed/packed-file.ts'

/** Types of files that cannot contain a picture: texts, sounds, fonts, mail reports, signatures, contacts and appointments. */
const TYPES =
  /^(text\/|audio\/|font\/|message\/(delivery-status|disposition-notification|feedback-report)|application\/(xml|json|rtf|ics|x-x509.*|applefile|(x-)?pkcs7-signature|pgp-(signature|keys|encrypted))$)/i
const NAMES =
  /\.(te?xt|md|csv|log|ini|cfg|html?|css|js|xml|xsd|rels|json|ya?ml|rtf|ics|vcf|p7s|asc|sig|cer|crt|url|srt|vtt|sub|wav|mp3|aac|m4a|ogg|exe|dll|thumbs\.db|ds_store)$/i

/** Whether a file of a declared type or name cannot contain a picture. A file of an unknown kind may contain one. */
export function holdsNoPicture({ name, type, bytes }: PackedFile): boolean {
  if (bytes.length === 0 && name === null) return true
  return TYPES.test(type ?? '') || NAMES.test(name ?? '')
}
