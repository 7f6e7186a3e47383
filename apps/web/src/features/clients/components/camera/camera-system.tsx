import type { DeviceWayIn } from '@winnow/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../../lib/permissions/permissions.ts'
import { AgoText } from '../ago-text.tsx'
import { CopyValue } from '../copy-value.tsx'
import paneCss from '../panes/pane.module.css'
import css from './way-in.module.css'

type System = NonNullable<DeviceWayIn['system']>
type Problem = NonNullable<System['problem']>

/** What is wrong with a system and not with a device, in words of its own. */
const OF_SYSTEMS = ['unreachable', 'certificate', 'login', 'answer', 'redirect', 'closed', 'quiet'] as const
/** What is told of a system as it is of a device. */
const OF_ALL = ['refused', 'busy'] as const
const OF_PANELS = ['login', 'version', 'format', 'file', 'slow'] as const

/** The video system or panel behind which a camera stands: whether it gets through, what is wrong with it, and where that is mended. */
export function CameraSystem({ system }: { system: System }) {
  const { t } = useTranslation(['clients', 'settings'])
  const { kind, name, isUp, lastSeenAt, problem } = system
  const state = isUp ? 'up' : lastSeenAt === null && problem === null ? 'soon' : 'down'
  return (
    <>
      <dl className={paneCss['values']}>
        <div className={paneCss['value']}>
          <dt>{t(kind === 'videofied' ? 'wayIn.system.panel' : 'wayIn.system.video')}</dt>
          <dd>
            {t(`settings:tabs.${kind}`)} · {name}
          </dd>
        </div>
        <div className={paneCss['value']}>
          <dt>{t('wayIn.system.connection')}</dt>
          <dd>
            <span>
              {t(`wayIn.system.${state}`)}
              {lastSeenAt !== null && (
                <>
                  {' · '}
                  {t('wayIn.lastSeen')} <AgoText at={lastSeenAt} />
                </>
              )}
            </span>
          </dd>
        </div>
      </dl>
      {state === 'down' && <SystemProblem kind={kind} problem={problem} />}
      <SettingsLink kind={kind} isBroken={state === 'down'} />
    </>
  )
}

function SystemProblem({ kind, problem }: { kind: System['kind']; problem: Problem | null }) {
  const { t } = useTranslation('deviceTests')
  const [title, help] = [useTitle(kind, problem), useHelp(kind, problem)]
  const setting = problem?.setting ?? null
  return (
    <div className={css['problem']}>
      <p>
        <strong>{title}</strong> {problem?.at && <AgoText at={problem.at} />}
      </p>
      <p>{help}</p>
      {setting !== null && (
        <dl className={paneCss['values']}>
          <CopyValue label={t('setting')} value={setting} />
        </dl>
      )}
    </div>
  )
}

const oneOf = <T extends string>(codes: readonly T[], problem: Problem | null): T | undefined =>
  codes.find((code) => code === problem?.code)

function useTitle(kind: System['kind'], problem: Problem | null): string {
  const { t } = useTranslation('clients')
  if (kind === 'videofied') return t('wayIn.system.unserved')
  const [own, same] = [oneOf(OF_SYSTEMS, problem), oneOf(OF_ALL, problem)]
  if (own) return t(`wayIn.system.problem.${own}`)
  // Where no reason is known, nobody calls the system.
  return t(`wayIn.problem.${same ?? 'failed'}`)
}

function useHelp(kind: System['kind'], problem: Problem | null): string {
  const { t } = useTranslation(['clients', 'deviceTests', 'videofied'])
  if (kind === 'videofied') return t(`videofied:problem.${oneOf(OF_PANELS, problem) ?? 'format'}`)
  if (problem !== null && problem.setting !== null) return t('deviceTests:help.setting')
  const [own, same] = [oneOf(OF_SYSTEMS, problem), oneOf(OF_ALL, problem)]
  return own ? t(`wayIn.system.help.${own}`) : t(`wayIn.help.${same ?? 'failed'}`)
}

/** Where the system is set up; for those who may not open it, who may. */
function SettingsLink({ kind, isBroken }: { kind: System['kind']; isBroken: boolean }) {
  const { t } = useTranslation('clients')
  const mayOpen = useMay('company.write')
  if (!mayOpen) return isBroken && <p className={paneCss['hint']}>{t('wayIn.system.ask')}</p>
  return (
    <p className={paneCss['hint']}>
      <Link to="/cams/settings/{-$tab}" params={{ tab: kind }}>
        {t('wayIn.system.open')}
      </Link>
    </p>
  )
}
