import type { Alarm } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { BothTimes } from '../../../../ui/both-times.tsx'
import css from './facts.module.css'
import { problemText, vendorName } from '../../../alarm-words/index.ts'
import { PathsFact } from './paths-fact.tsx'
import { Fact, Section } from './section.tsx'

/** The stages in order with their text keys, written out so that the check of texts finds them. */
const STAGES = {
  queue: 'facts.stage.queue',
  decode: 'facts.stage.decode',
  motion: 'facts.stage.motion',
  detect: 'facts.stage.detect',
  decide: 'facts.stage.decide',
  total: 'facts.stage.total',
} as const
const STAGE_NAMES = ['queue', 'decode', 'motion', 'detect', 'decide', 'total'] as const

/** All other facts: the device's data, timings and problems. */
export function DetailsSection({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation('alarms')
  const formats = useFormats()
  const { timings, model } = alarm
  const vendor = vendorName(alarm.vendor)
  const stages = STAGE_NAMES.filter((stage) => timings?.[stage] !== undefined)
  return (
    <Section title={t('facts.title')}>
      <dl className={css['list']}>
        <Fact name={t('facts.received')}>
          <BothTimes at={alarm.receivedAt} zone={alarm.timezone} first="site" />
        </Fact>
        {alarm.deviceTime !== null && (
          <Fact name={t('facts.deviceTime')}>
            {alarm.deviceTime.replace('T', ' ')}
            <span className={css['hint']}>{t('facts.deviceTimeHint')}</span>
          </Fact>
        )}
        {alarm.signalCount > 1 && (
          <Fact name={t('facts.lastSignal')}>
            <BothTimes at={alarm.lastSignalAt} zone={alarm.timezone} first="site" />
            <span className={css['hint']}>{t('facts.signals', { count: alarm.signalCount })}</span>
          </Fact>
        )}
        <Fact name={t('facts.event')}>
          {t(`event.${alarm.eventType}`)}
          {alarm.event !== null && <span className={css['hint']}>{alarm.event}</span>}
        </Fact>
        {vendor !== null && <Fact name={t('facts.vendor')}>{vendor}</Fact>}
        <Fact name={t('facts.source')}>{t(`facts.sources.${alarm.source}`)}</Fact>
        {alarm.verdictAt !== null && (
          <Fact name={t('facts.toVerdict')}>
            {formats.duration(Date.parse(alarm.verdictAt) - Date.parse(alarm.receivedAt))}
          </Fact>
        )}
        {alarm.score !== null && <Fact name={t('verdict.score')}>{formats.share(alarm.score)}</Fact>}
        {alarm.plates !== null && (
          <Fact name={t('facts.plates')}>
            {alarm.plates.plates.length === 0 && t('facts.noPlates')}
            <ul className={css['plain']}>
              {alarm.plates.plates.map(({ text, isSure }) => (
                <li key={text}>
                  {text}
                  {!isSure && <span className={css['hint']}>{t('facts.plateGuess')}</span>}
                </li>
              ))}
            </ul>
            {!alarm.plates.isComplete && <span className={css['hint']}>{t('facts.platesPartly')}</span>}
          </Fact>
        )}
        <PathsFact tracks={alarm.tracks} />
        {model !== null && model.packs.length > 0 && (
          <Fact name={t('verdict.model')}>{model.packs.map((pack) => `${pack.id} ${pack.version}`).join(', ')}</Fact>
        )}
        {model?.adjustment && (
          <Fact name={t('verdict.learnt')}>{t(`verdict.learntFrom.${model.adjustment.scope}`)}</Fact>
        )}
        {stages.length > 0 && (
          <Fact name={t('facts.timings')}>
            {stages.map((stage) => `${t(STAGES[stage])} ${formats.duration(timings?.[stage] ?? 0)}`).join(' · ')}
          </Fact>
        )}
        {alarm.problems.length > 0 && (
          <Fact name={t('facts.problems')}>
            <ul className={css['plain']}>
              {alarm.problems.map((problem) => (
                <li key={`${problem.code} ${problem.detail}`}>
                  {problemText(problem.code, t)}
                  {problem.detail !== undefined && <span className={css['hint']}>{problem.detail}</span>}
                </li>
              ))}
            </ul>
          </Fact>
        )}
      </dl>
    </Section>
  )
}
