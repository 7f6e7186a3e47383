import type { Detection } from '@winnow/contract'
import type { TFunction } from 'i18next'

/** `person 87 %`: what was seen with its score and, where it was doubted, why. */
export function sightingText(
  what: string,
  { score, doubt }: Pick<Detection, 'score' | 'doubt'>,
  t: TFunction<'alarms'>,
) {
  const seen = `${what} ${Math.round(score * 100)} %`
  return doubt === null ? seen : t('doubt.sighting', { what: seen, why: t(`doubt.${doubt}`) })
}
