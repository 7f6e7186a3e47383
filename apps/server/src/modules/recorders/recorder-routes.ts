import { addRecorderCameras, type BodyOf, type DeviceFailure, lookAtRecorder } from '@winnow/contract'
import { ConnectError } from '../../platform/connect/connector.ts'
import type { Platform } from '../../platform/create-platform.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Changing } from '../../platform/http/handlers.ts'
import { createRateLimiter } from '../../platform/http/rate-limit.ts'
import type { Register } from '../../platform/http/register.ts'
import type { StartBackgroundJob } from '../background-jobs/index.ts'
import { failureFor, storeConnection } from '../connect/index.ts'
import { publishAutomation } from '../live/index.ts'
import { addCameras, type AddCamerasDeps } from './add-cameras-job.ts'
import { type AskedRecorder, askRecorder } from './ask-recorder.ts'
import { camerasByChannel } from './cameras-by-channel.ts'
import { connectRecorder } from './connect-recorder.ts'
import { LOGIN_KIND, type StoredLogin } from './stored-login.ts'

export type RecorderRouteDeps = Pick<Platform, 'cameraGuard'> & AddCamerasDeps & { startJob: StartBackgroundJob }

/** Calls of one user or token: enough to set up a site, too few to search a network or to guess a password. */
const CALLS_PER_MINUTE = 12

interface Site {
  id: string
  name: string
  project_id: string
}

type Asked = { failure: DeviceFailure; asked?: undefined } | { failure: null; asked: AskedRecorder }
type Adding = Changing<typeof addRecorderCameras, Asked>

export function registerRecorders(register: Register, deps: RecorderRouteDeps): void {
  const { cameraGuard } = deps
  const limiter = createRateLimiter({ limit: CALLS_PER_MINUTE, windowMs: 60_000 })
  const count = ({ userId, tokenId }: Actor, now: Date): void => limiter.require(userId ?? tokenId ?? '', now)

  async function ask({ maker, ...target }: BodyOf<typeof lookAtRecorder>): Promise<Asked> {
    try {
      return { failure: null, asked: await askRecorder(cameraGuard, maker, target) }
    } catch (error) {
      if (!(error instanceof ConnectError)) throw error
      return { failure: failureFor(error) }
    }
  }

  register.read(lookAtRecorder, {
    async reply({ actor, now, params, body, read }) {
      count(actor, now)
      const { failure, asked } = await ask(body)
      if (!asked) return { failure, recorder: null, channels: [] }
      const present = await read((tx) => camerasByChannel(tx, params.id))
      const channels = asked.channels.map((each) => {
        const view = present.get(each.channel)
        return { ...each, viewId: view?.id ?? null, viewName: view?.name ?? null }
      })
      return { failure, recorder: asked.recorder, channels }
    },
  })

  register.write(addRecorderCameras, {
    async prepare({ actor, now, body }) {
      count(actor, now)
      const { channels: _wanted, ...login } = body
      return ask(login)
    },
    async change(context) {
      const { tx, params, body, prepared, audit } = context
      // Not locked: the row of the job comes before it in the order of locks.
      const site = await tx
        .selectFrom('site')
        .select(['id', 'name', 'project_id'])
        .where('id', '=', params.id)
        .executeTakeFirstOrThrow()
      const entry = { action: 'site.changed', objectType: 'site', objectId: site.id, objectName: site.name } as const
      const recorder = `${body.host}:${body.port}`
      const { failure, asked } = prepared
      if (!asked) {
        await audit({ ...entry, after: { recorder, refused: failure.problem } })
        return { failure, job: null }
      }
      const login = loginOf(body, asked)
      const present = await camerasByChannel(tx, site.id)
      const isNew = login.missing.length > 0 || login.channels.some(({ channel }) => !present.has(channel))
      await audit({ ...entry, after: { recorder, cameras: login.channels.length } })
      return {
        failure: null,
        job: isNew ? await begin(deps, context, site, login) : await connect(deps, context, login),
      }
    },
  })
}

/** What is wanted of a recorder, without the password. */
function loginOf(
  { channels: wanted, password: _secret, ...address }: BodyOf<typeof addRecorderCameras>,
  { channels: found }: AskedRecorder,
): StoredLogin {
  const numbers = new Set(found.map(({ channel }) => channel))
  const isWanted = wanted && new Set(wanted)
  return {
    ...address,
    channels: found
      .filter(({ channel }) => isWanted?.has(channel) ?? true)
      .map(({ channel, name, isOnline }) => ({ channel, name, isOnline })),
    missing: [...(isWanted ?? [])].filter((channel) => !numbers.has(channel)),
  }
}

/** Connects a recorder whose cameras the site has already. */
async function connect(deps: RecorderRouteDeps, context: Adding, login: StoredLogin): Promise<null> {
  const { tx, actor, companyId, now, params, body, audit } = context
  const { maker, channels, missing: _none, ...settings } = login
  const entry = await connectRecorder(
    tx,
    { ...deps, now },
    {
      companyId,
      siteId: params.id,
      maker,
      settings,
      password: body.password,
      channels: channels.map(({ channel }) => channel),
      isByProgram: actor.kind === 'token',
    },
  )
  if (entry) await audit(entry)
  return null
}

/** Keeps the login, sealed, for the job that adds the cameras, and starts that. */
async function begin(deps: RecorderRouteDeps, context: Adding, site: Site, login: StoredLogin) {
  const { tx, actor, companyId, now, body } = context
  const { keys, wakes } = deps
  const loginId = await storeConnection(
    tx,
    { keys, wakes, now },
    { companyId, siteId: site.id, viewId: null, kind: LOGIN_KIND, settings: login, secret: body.password },
  )
  const started = await deps.startJob(context, addCameras(deps), {
    params: { loginId, siteId: site.id, isByProgram: actor.kind === 'token' },
  })
  if (!('job' in started)) throw new Error('the cameras of a recorder are added by a job')
  await publishAutomation(tx, companyId, [
    {
      type: 'automation.site',
      projectId: site.project_id,
      siteId: site.id,
      siteName: site.name,
      currentProcess: 'inProgress',
      success: false,
      partialFail: false,
      automationCameraFeature: true,
    },
  ])
  return started.job
}
