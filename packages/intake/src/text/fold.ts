/** Text for comparing: lower case and without accents, so that `Évènement` and `EVENEMENT` are one word. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase()
}
