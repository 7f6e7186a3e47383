/** A short number of a text (FNV-1a, 32 bits), to tell different texts apart. It hides nothing: short texts can be guessed from it. */
export function shortNumberOf(text: string): string {
  let sum = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193)
  return (sum >>> 0).toString(36)
}
