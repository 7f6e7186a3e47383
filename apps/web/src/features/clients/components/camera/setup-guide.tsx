import { Select } from '@mantine/core'
import type { getViewIntake, ReplyOf, View } from '@winnow/contract'
import { deviceGuides, fillGuide, type GuideId, type GuideWay } from '@winnow/i18n/device-setup'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../../lib/permissions/permissions.ts'
import { CopyButton } from '../../../../ui/copy-button.tsx'
import { LinkButton } from '../../../../ui/link-button.tsx'
import { guessGuide } from '../../model/guess-guide.ts'
import { CopyValue } from '../copy-value.tsx'
import css from '../panes/pane.module.css'
import { Section } from '../panes/section.tsx'
import own from './camera.module.css'

interface SetupGuideProps {
  intake: ReplyOf<typeof getViewIntake>
  way: GuideWay
  /** Its type and its device's model, if known, choose the guide that is shown first. */
  view: Pick<View, 'deviceModel' | 'integration'>
}

/** How to set up a device, field by field, with this camera's values. */
export function SetupGuide({ intake, way, view }: SetupGuideProps) {
  const { t } = useTranslation('clients')
  const { t: guideText } = useTranslation('deviceGuides')
  const offered = deviceGuides(guideText).filter((guide) => (guide.way ?? 'email') === way)
  const [chosen, setChosen] = useState<GuideId>()
  const mayWriteTemplates = useMay('company.write')
  const { integration } = view
  const wanted = chosen ?? guessGuide(view)
  const guide = offered.find(({ id }) => id === wanted || id === `${way}-${wanted}`) ?? offered[0]
  if (!guide) return null
  const filled = fillGuide(guide, intake)
  const server = way === 'ftp' ? intake.ftp : way === 'email' ? intake.smtp : null
  return (
    <Section title={t('setup.title')} hint={t(way === 'http' ? 'setup.introApi' : 'setup.intro')}>
      {offered.length > 1 && (
        <Select
          className={own['device']}
          label={t('setup.device')}
          data={offered.map(({ id, title }) => ({ value: id, label: title }))}
          value={guide.id}
          allowDeselect={false}
          onChange={(value) => setChosen(offered.find(({ id }) => id === value)?.id)}
        />
      )}
      {filled.menu && <p className={css['hint']}>{t('setup.menu', { menu: filled.menu })}</p>}
      {filled.steps.length > 0 && (
        <dl className={css['values']} aria-label={filled.title}>
          {filled.steps.map((step) => (
            <CopyValue
              key={`${step.field} ${step.value}`}
              label={step.field}
              value={step.value}
              copyable={step.copy === true}
            />
          ))}
        </dl>
      )}
      {filled.commands.map((command) => (
        <div key={command.title} className={own['command']}>
          <div className={own['commandHead']}>
            <strong>{command.title}</strong>
            <CopyButton value={command.command} label={command.title} iconOnly />
          </div>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling element must be reachable by keyboard */}
          <pre tabIndex={0} aria-label={command.title}>
            {command.command}
          </pre>
        </div>
      ))}
      {server?.onlyHere === true && (
        <p className={own['warning']}>
          {t('setup.onlyHere', { host: server.host, setting: way === 'ftp' ? 'WINNOW_FTP_HOST' : 'WINNOW_SMTP_HOST' })}
        </p>
      )}
      <p className={own['note']}>{filled.hint}</p>
      {way === 'email' && !intake.smtp.authRequired && <p className={css['hint']}>{t('setup.noLogin')}</p>}
      {way === 'email' && mayWriteTemplates && (integration === 'sentinel' || integration === 'rialto') && (
        <div>
          <LinkButton to="/cams/settings/{-$tab}" params={{ tab: 'mail-templates' }}>
            {t('setup.templates')}
          </LinkButton>
        </div>
      )}
      {way === 'http' && (
        <div>
          <LinkButton to="/cams/settings/{-$tab}" params={{ tab: 'integrations' }}>
            {t('setup.tokens')}
          </LinkButton>
        </div>
      )}
    </Section>
  )
}
