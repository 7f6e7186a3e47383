/** A short number of a text (FNV-1a, 32 bits), to tell different texts apart. It hides nothing: short texts can be guessed from it. */
export function shortNumberOf(text: string): string {
  let sum = 0x811c9dc5
  for (const character of text) sum = Math.imul(sum ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return sum.toString(36)
}
