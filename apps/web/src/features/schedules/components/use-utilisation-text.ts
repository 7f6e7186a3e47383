import type { Utilisation } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../lib/formats/use-formats.ts'

/** Says how many sites, cameras and rules follow a template: `12 sites, 340 cameras, 1 rule`. */
export function useUtilisationText(): (utilisation: Utilisation) => string {
  const { t } = useTranslation('schedules')
  const { number } = useFormats()
  return ({ sites, views, rules }) => {
    const parts = [
      ...(sites > 0 ? [t('use.sites', { count: sites, n: number(sites) })] : []),
      ...(views > 0 ? [t('use.cameras', { count: views, n: number(views) })] : []),
      ...(rules > 0 ? [t('use.rules', { count: rules, n: number(rules) })] : []),
    ]
    return parts.length === 0 ? t('use.none') : parts.join(', ')
  }
}
