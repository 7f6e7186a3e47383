import { Loader, Switch } from '@mantine/core'
import type { View } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { handleError } from '../../../../lib/errors/error-handler.ts'
import { useSwitchTampering, useTamperingFeatures } from '../../state/use-tampering.ts'
import { Section } from '../panes/section.tsx'

/**
 * Whether a camera is watched for tampering. The switch applies at once, and shows that it is loading until it has. Companies without
 * tampering see it only at a camera where it is still on, to switch it off.
 */
export function Tampering({ view, disabled }: { view: View; disabled: boolean }) {
  const { t } = useTranslation('products')
  const features = useTamperingFeatures()
  const { busy, switchTo } = useSwitchTampering(view)
  const isOpen = view.ptz ? features.turning : features.fixed
  const note = () => {
    if (!isOpen) return view.ptz && features.fixed ? t('tampering.lockedTurning') : t('tampering.locked')
    return view.ptz ? t('tampering.aboutTurning') : t('tampering.about')
  }
  if (!features.fixed && !view.tamperingDetection) return null
  return (
    <Section title={t('tampering.title')}>
      <Switch
        label={t('tampering.watch')}
        description={note()}
        checked={busy ?? view.tamperingDetection}
        disabled={disabled || (!isOpen && !view.tamperingDetection)}
        aria-busy={busy !== undefined}
        thumbIcon={busy === undefined ? undefined : <Loader size={10} aria-label={t('loading')} />}
        onChange={(event) => {
          if (busy === undefined) void switchTo(event.currentTarget.checked).catch(handleError)
        }}
      />
    </Section>
  )
}
