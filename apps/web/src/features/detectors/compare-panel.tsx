import { Select } from '@mantine/core'
import { compareDetectors, DETECTOR_LIMITS, type DetectorsOverview, getDetectors } from '@winnow/contract'
import { IconBell, IconScale } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { candidatesOf } from './candidates.ts'
import { ComparisonResult } from './comparison-result.tsx'
import css from './detectors.module.css'
import { Part } from './part.tsx'

/** Compares other detectors on labelled alarms, and shows the last result. */
export function ComparePanel({ overview, busy }: { overview: DetectorsOverview; busy: boolean }) {
  const { t } = useTranslation('detectors')
  const compare = useOperation(compareDetectors, { invalidates: [getDetectors] })
  const [chosen, setChosen] = useState<string | null>(null)
  const { labels, comparison } = overview
  const candidates = candidatesOf(overview)
  const candidate = candidates.find(({ key }) => key === chosen) ?? candidates[0]
  const need = DETECTOR_LIMITS.fewLabels
  return (
    <Part title={t('compare.title')} hint={t('compare.intro')}>
      {labels.true + labels.false === 0 ? (
        <div className={css['row']}>
          <p className={css['hint']}>{t('compare.none')}</p>
          <LinkButton to="/cams/alarms/{-$id}" params={{}} leftSection={<IconBell size={16} aria-hidden="true" />}>
            {t('compare.openAlarms')}
          </LinkButton>
        </div>
      ) : (
        candidate && (
          <>
            <div className={css['row']}>
              <Select
                className={css['select']}
                label={t('compare.with')}
                data={candidates.map(({ key, words, name }) => ({
                  value: key,
                  label: t(`compare.candidates.${words}`, { name }),
                }))}
                value={candidate.key}
                allowDeselect={false}
                onChange={setChosen}
              />
              <Button
                disabled={busy}
                title={busy ? t('wait') : undefined}
                loading={compare.isPending}
                leftSection={<IconScale size={16} aria-hidden="true" />}
                onClick={() => compare.mutate({ body: { packs: candidate.packs } })}
              >
                {t('compare.start')}
              </Button>
            </div>
            <p className={css['hint']}>
              {t('compare.labels', { ...labels })}
              {Math.min(labels.true, labels.false) < need && ` ${t('compare.few', { need })}`}
            </p>
          </>
        )
      )}
      {comparison && <ComparisonResult comparison={comparison} />}
    </Part>
  )
}
