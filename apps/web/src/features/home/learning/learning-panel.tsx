import type { LearningProposals, ProposedCamera, UsedCamera } from '@winnow/contract'
import { Link } from '@tanstack/react-router'
import { IconAlertTriangle, IconSchool } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../lib/formats/use-formats.ts'
import { Button } from '../../../ui/button.tsx'
import { HeldBackBars } from '../../learning/index.ts'
import home from '../home.module.css'
import css from './learning.module.css'
import { useProposals } from './use-proposals.ts'

type Actions = ReturnType<typeof useProposals>

/** The number of cameras that are shown without asking. */
const SHOWN = 5

/** What the filter could learn from labels, and what it has learnt. Renders nothing before it has learnt anything. */
export function HomeLearningPanel() {
  const { t } = useTranslation('learning')
  const actions = useProposals()
  const { data } = actions
  if (!data || ([data.cameras, data.losing, data.used].every(({ length }) => length === 0) && data.company === null))
    return null
  return (
    <section className={home['panel']} aria-labelledby="learnt">
      <header className={home['panelHead']}>
        <h2 id="learnt" className={home['heading']}>
          {t('home.title')}
        </h2>
      </header>
      {data.losing.length > 0 && (
        <ul className={css['cameras']}>
          {data.losing.map((camera) => (
            <LosingRow key={camera.viewId} camera={camera} actions={actions} />
          ))}
        </ul>
      )}
      {data.sum && <Proposed proposals={data} sum={data.sum} actions={actions} />}
      {data.company && (
        <p className={css['row']}>
          <IconSchool size={18} stroke={1.6} aria-hidden="true" />
          <span className={css['words']}>{t('home.company')}</span>
          <Link to="/cams/settings/{-$tab}" params={{ tab: 'learning' }}>
            {t('home.open')}
          </Link>
        </p>
      )}
      {data.used.length > 0 && <Used proposals={data} actions={actions} />}
    </section>
  )
}

/** The cameras with a proposal: what all of them would change together, and each with its own. */
function Proposed({
  proposals: { cameras, applicable },
  sum,
  actions,
}: {
  proposals: LearningProposals
  sum: NonNullable<LearningProposals['sum']>
  actions: Actions
}) {
  const { t } = useTranslation('learning')
  const { number } = useFormats()
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? cameras : cameras.slice(0, SHOWN)
  const more = cameras.length - shown.length
  return (
    <div className={css['proposed']}>
      <div className={css['sum']}>
        <div className={css['row']}>
          <strong className={css['words']}>
            {t('home.ready', { count: cameras.length, n: number(cameras.length) })}
          </strong>
          {applicable > 0 && (
            <Button
              look="primary"
              loading={actions.isDeciding}
              onClick={() =>
                actions.apply(cameras.filter(({ mayApply }) => mayApply).map(({ proposal }) => proposal.id))
              }
            >
              {t('home.useAll', { count: applicable, n: number(applicable) })}
            </Button>
          )}
        </div>
        <HeldBackBars heldBack={sum.heldBack} evaluation={sum.evaluation} />
      </div>
      <ul className={css['cameras']}>
        {shown.map((camera) => (
          <ProposedRow key={camera.viewId} camera={camera} actions={actions} />
        ))}
        {more > 0 && (
          <li>
            <Button size="compact-sm" onClick={() => setIsWhole(true)}>
              {t('home.more', { count: more, n: number(more) })}
            </Button>
          </li>
        )}
      </ul>
    </div>
  )
}

function CameraLink({ camera }: { camera: ProposedCamera | UsedCamera }) {
  return (
    <span className={css['name']}>
      <Link to="/cams/clients/u" search={{ cam: camera.viewId, tab: 'learning' }}>
        {camera.name}
      </Link>
      <small>
        {camera.projectName} / {camera.siteName}
      </small>
    </span>
  )
}

function ProposedRow({ camera, actions }: { camera: ProposedCamera; actions: Actions }) {
  const { t } = useTranslation('learning')
  const { number, share } = useFormats()
  const { heldBack, threshold, id } = camera.proposal
  const { filteredBefore, filteredAfter, of } = heldBack.false
  return (
    <li className={css['row']}>
      <CameraLink camera={camera} />
      <span className={css['words']}>
        {t('home.row', {
          before: number(filteredBefore),
          after: number(filteredAfter),
          of: number(of),
          true: number(heldBack.true.passedBefore),
        })}{' '}
        {threshold !== null && t('threshold.proposed', { now: share(camera.threshold), next: share(threshold) })}
      </span>
      {camera.mayApply && (
        <Button
          size="compact-sm"
          aria-label={`${t('proposed.apply')}: ${camera.name}`}
          disabled={actions.isDeciding}
          onClick={() => actions.apply([id])}
        >
          {t('proposed.apply')}
        </Button>
      )}
    </li>
  )
}

/** The cameras that use what they learnt, folded, as there is nothing to decide about them. */
function Used({ proposals: { used, losing, inUse }, actions }: { proposals: LearningProposals; actions: Actions }) {
  const { t } = useTranslation('learning')
  const { number } = useFormats()
  const more = inUse - losing.length - used.length
  return (
    <details className={css['used']}>
      <summary>{t('home.inUse', { count: inUse, n: number(inUse) })}</summary>
      <ul className={css['cameras']}>
        {used.map((camera) => (
          <UsedRow key={camera.viewId} camera={camera} actions={actions} />
        ))}
        {more > 0 && <li className={css['row']}>{t('changes.more', { count: more, n: number(more) })}</li>}
      </ul>
    </details>
  )
}

function UsedRow({ camera, actions }: { camera: UsedCamera; actions: Actions }) {
  const { t } = useTranslation('learning')
  const { number, dateTime, zone, zoneName } = useFormats()
  const { heldBack, appliedAt, appliedBy } = camera.applied
  const at = appliedAt === null ? undefined : new Date(appliedAt)
  return (
    <li className={css['row']}>
      <CameraLink camera={camera} />
      <span className={css['words']}>
        {at &&
          appliedBy !== null &&
          t('applied.body', {
            time: `${dateTime(at, zone, { seconds: false })} ${zoneName(at)}`,
            name: appliedBy,
          })}{' '}
        {t('home.row', {
          before: number(heldBack.false.filteredBefore),
          after: number(heldBack.false.filteredAfter),
          of: number(heldBack.false.of),
          true: number(heldBack.true.passedBefore),
        })}
      </span>
      <RevertButton camera={camera} actions={actions} />
    </li>
  )
}

/** A camera whose learning in use stands against labels that were given since. */
function LosingRow({ camera, actions }: { camera: UsedCamera; actions: Actions }) {
  const { t } = useTranslation('learning')
  const { number } = useFormats()
  return (
    <li className={css['row']} data-losing>
      <IconAlertTriangle size={18} stroke={1.6} aria-hidden="true" />
      <CameraLink camera={camera} />
      <span className={css['words']}>{t('home.losing', { count: camera.losing, n: number(camera.losing) })}</span>
      <RevertButton camera={camera} actions={actions} />
    </li>
  )
}

function RevertButton({ camera, actions }: { camera: UsedCamera; actions: Actions }) {
  const { t } = useTranslation('learning')
  if (!camera.mayRevert) return null
  return (
    <Button
      size="compact-sm"
      aria-label={`${t('applied.revert')}: ${camera.name}`}
      disabled={actions.isDeciding}
      onClick={() => actions.revert(camera.viewId)}
    >
      {t('applied.revert')}
    </Button>
  )
}
