import { useTranslation } from 'react-i18next'
import type { ViewDraft } from '../../model/view-draft.ts'
import { integrationName } from '../../model/integration-names.ts'
import type { FieldTexts } from '../panes/conflict-notice.tsx'

/** The names of a camera's fields, and how their values are shown. */
export function useViewTexts(): FieldTexts<ViewDraft> {
  const { t } = useTranslation(['clients', 'common'])
  const text = (value: string) => value || t('form.empty')
  const onOff = (on: boolean) => t(on ? 'common:on' : 'common:off')
  return {
    name: { label: t('camera.name'), show: text },
    active: { label: t('camera.active'), show: onOff },
    integration: {
      label: t('camera.type'),
      show: (type) => (type === null ? t('form.empty') : integrationName(type, (own) => t(`camera.types.${own}`))),
    },
    wantedClasses: {
      label: t('camera.wanted'),
      show: (classes) => classes.map((name) => t(`camera.class.${name}.name`)).join(', '),
    },
    sensitivity: { label: t('camera.sensitivity'), show: (step) => t(`camera.sensitivityStep.${step}.name`) },
    thermal: { label: t('camera.thermal'), show: onOff },
    ptz: { label: t('camera.ptz'), show: onOff },
    mergeWindowSeconds: {
      label: t('camera.merge'),
      show: (seconds) => (seconds === null ? t('form.empty') : `${seconds} s`),
    },
    channel: { label: t('camera.channel'), show: text },
    deviceModel: { label: t('camera.model'), show: text },
  }
}
