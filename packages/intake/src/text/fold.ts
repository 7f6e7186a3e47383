/** Converts a text for comparisons to lower case without accents, so that `Évènement` and `EVENEMENT` are equal. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase()
}
