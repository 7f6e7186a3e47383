import { getFirstSteps } from '@winnow/contract'
import { IconCircle, IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useStore } from '../../../lib/create-store.ts'
import { may } from '../../../lib/permissions/permissions.ts'
import { useOperationQuery } from '../../../lib/query/use-operation.ts'
import { useUser } from '../../../lib/session/session.ts'
import { createStoredStore } from '../../../lib/stored.ts'
import { Button } from '../../../ui/button.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import home from '../home.module.css'
import css from './first-steps.module.css'
import { type FirstSteps, statesOf, type StepName, STEPS, type StepState } from './first-steps.ts'

const EVERY_MS = 20_000

/** The companies whose steps are finished, or were hidden in this browser. Nothing is asked for them any more. */
const finishedStore = createStoredStore('winnow.firstSteps', z.array(z.uuid()), [])

function finish(companyId: string): void {
  finishedStore.set((companies) => (companies.includes(companyId) ? companies : [...companies, companyId]))
}

/** What a new company does first. It disappears when everything is done, or when the user hides it. */
export function FirstStepsPanel() {
  const { t } = useTranslation('home')
  const user = useUser()
  const { companyId } = user
  const isFinished = useStore(finishedStore).includes(companyId)
  const { data } = useOperationQuery(
    getFirstSteps,
    {},
    { enabled: !isFinished && may(user, 'project.create'), refetchInterval: EVERY_MS, staleTime: 0, quiet: true },
  )
  const states = data && statesOf(data)
  const isAllDone = states !== undefined && STEPS.every((name) => states[name] === 'done')
  useEffect(() => {
    if (isAllDone) finish(companyId)
  }, [isAllDone, companyId])
  if (isFinished || data === undefined || states === undefined || isAllDone) return null
  const done = STEPS.filter((name) => states[name] === 'done').length
  return (
    <section className={home['panel']} aria-labelledby="first-steps">
      <header className={home['panelHead']}>
        <h2 id="first-steps" className={home['heading']}>
          {t('steps.title')}
        </h2>
        <span className={home['hint']}>{t('steps.progress', { done, of: STEPS.length })}</span>
        <span className={css['hide']}>
          <Button look="subtle" size="compact-sm" onClick={() => finish(companyId)}>
            {t('steps.hide')}
          </Button>
        </span>
      </header>
      <ol className={css['steps']}>
        {STEPS.map((name) => (
          <Step key={name} name={name} state={states[name]} steps={data} />
        ))}
      </ol>
    </section>
  )
}

const ICONS = { done: IconCircleCheckFilled, next: IconCircle, later: IconCircleDashed } as const

function Step({ name, state, steps }: { name: StepName; state: StepState; steps: FirstSteps }) {
  const { t } = useTranslation('home')
  const Icon = ICONS[state]
  return (
    <li className={css['step']} data-state={state}>
      <Icon size={20} aria-hidden="true" />
      <div className={css['text']}>
        <strong>{t(`steps.${name}.title`)}</strong>
        <span className="wn-visually-hidden"> ({t(`steps.state.${state}`)})</span>
        {state !== 'done' && <p>{t(`steps.${name}.body`)}</p>}
      </div>
      {state === 'next' && <Action name={name} steps={steps} />}
    </li>
  )
}

/** Leads to where the step is done. */
function Action({ name, steps }: { name: StepName; steps: FirstSteps }) {
  const { t } = useTranslation('home')
  const user = useUser()
  const { projectId, siteId, viewId } = steps
  const label = t(`steps.${name}.action`)
  if (name === 'colleague') return may(user, 'users.open') ? <LinkButton to="/cams/account">{label}</LinkButton> : null
  if (!may(user, 'clients.see')) return null
  if (name === 'receiver')
    return (
      <LinkButton to="/cams/clients/u" search={{ ...(siteId === null ? {} : { site: siteId }), tab: 'receivers' }}>
        {label}
      </LinkButton>
    )
  if (name === 'alarm')
    return (
      <LinkButton
        to="/cams/clients/u"
        look="primary"
        search={{ ...(viewId === null ? {} : { cam: viewId }), tab: 'connect' }}
      >
        {label}
      </LinkButton>
    )
  const search = {
    client: { add: 'project' as const },
    site: { ...(projectId === null ? {} : { project: projectId }), type: 'add' as const },
    camera: { ...(siteId === null ? {} : { site: siteId }), type: 'add' as const },
  }[name]
  return (
    <LinkButton to="/cams/clients" look="primary" search={search}>
      {label}
    </LinkButton>
  )
}
